import { type ListChangelog, changelog } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ChangelogRepository } from './changelog.repository.ts';

/** Answers the calls of the knowledge changelog. */
@Serves(changelog)
export class ChangelogController implements Service<typeof changelog> {
  constructor(private readonly entries: ChangelogRepository) {}

  list(request: ListChangelog) {
    return this.entries.list(request);
  }
}
