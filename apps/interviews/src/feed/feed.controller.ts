import { type ProjectPage, interviewFeed } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { FeedRepository } from './feed.repository.ts';

/** Answers the calls about the feed. */
@Serves(interviewFeed)
export class FeedController implements Service<typeof interviewFeed> {
  constructor(private readonly feed: FeedRepository) {}

  list(request: ProjectPage) {
    return this.feed.list(request);
  }
}
