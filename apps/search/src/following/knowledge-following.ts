import { type DocumentAdmitted, documentAdmitted, sourceChanged, versionPublished } from '@pks/contracts';
import { type BatchConsumer, ConsumesTogether, Jobs, type Occurred, type OnceEach } from '@pks/platform';
import { readDocument } from '../document-reading/reading-documents.ts';
import type { Indexable } from '../search-index/indexed-sources.repository.ts';
import { Indexing } from '../search-index/indexing.ts';

type Followed = typeof sourceChanged | typeof versionPublished | typeof documentAdmitted;

/** Adds the jobs that read admitted documents, and that index what changed in the knowledge service: one for all changes of a source. */
@ConsumesTogether('knowledge-sources', sourceChanged, versionPublished, documentAdmitted)
export class KnowledgeFollowing implements BatchConsumer<Followed> {
  constructor(
    private readonly indexing: Indexing,
    private readonly jobs: Jobs,
  ) {}

  async consume(_events: readonly Occurred<Followed>[], once: OnceEach<Followed>): Promise<void> {
    await once(async (first) => {
      const payloads = first.map(({ payload }) => payload);
      await this.indexing.changed(payloads.flatMap(changedIn));
      const admitted = payloads.flatMap(admittedIn);
      await this.jobs.addAll(
        readDocument,
        admitted.map((payload) => ({ payload, key: payload.document_id })),
      );
    });
  }
}

function changedIn(payload: Occurred<Followed>['payload']): Indexable[] {
  const { project_id: projectId } = payload;
  if ('kind' in payload) return [{ projectId, kind: payload.kind, sourceId: payload.source_id }];
  return 'artifact_id' in payload ? [{ projectId, kind: 'artifact', sourceId: payload.artifact_id }] : [];
}

function admittedIn(payload: Occurred<Followed>['payload']): DocumentAdmitted[] {
  return 'kind' in payload || 'artifact_id' in payload ? [] : [payload];
}
