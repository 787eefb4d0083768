import {
  type AppendVersion,
  type ArtifactReference,
  type Caller,
  type DiffVersions,
  type ListPublications,
  type ListVersions,
  type VersionReference,
  versions,
} from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { EditSources } from './edit-sources.ts';
import { LargeContents } from './large-contents.ts';
import { VersionConversations } from './version-conversations.ts';
import { VersionDiffs } from './version-diffs.ts';
import { type PreparedVersion, VersionsService } from './versions.service.ts';

/** Answers the calls about versions and publications. */
@Serves(versions)
export class VersionsController implements Service<typeof versions> {
  /** Checks what needs no artifact first; validates large contents and looks up conversations before there is a transaction. */
  readonly before = {
    append: async (request) => {
      this.editSources.assertKnown(request.edit_source);
      const wasValidated = await this.large.validate(request);
      return { wasValidated, conversation: await this.conversations.lookUp(request) };
    },
  } satisfies Before<typeof versions>;

  constructor(
    private readonly service: VersionsService,
    private readonly diffs: VersionDiffs,
    private readonly editSources: EditSources,
    private readonly large: LargeContents,
    private readonly conversations: VersionConversations,
  ) {}

  history(request: ListVersions) {
    return this.service.history(request);
  }

  append(request: AppendVersion, caller: Caller, prepared: PreparedVersion) {
    return this.service.append(request, caller, prepared);
  }

  get(request: VersionReference) {
    return this.service.get(request);
  }

  restore(request: VersionReference, caller: Caller) {
    return this.service.restore(request, caller);
  }

  diff(request: DiffVersions) {
    return this.diffs.between(request);
  }

  publish(request: VersionReference, caller: Caller) {
    return this.service.publish(request, caller);
  }

  publishHead(request: ArtifactReference, caller: Caller) {
    return this.service.publishHead(request, caller);
  }

  publications(request: ListPublications) {
    return this.service.publications(request);
  }
}
