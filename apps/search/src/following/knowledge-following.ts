import { documentAdmitted, sourceChanged } from '@pks/contracts';
import { type Consumer, Consumes, Jobs, type Occurred, type Once } from '@pks/platform';
import { readDocument } from '../document-reading/reading-documents.ts';
import { Indexing } from '../search-index/indexing.ts';

type Followed = typeof sourceChanged | typeof documentAdmitted;

/** Adds the jobs that read documents, and that index what changed in the knowledge service. */
@Consumes('knowledge-sources', sourceChanged, documentAdmitted)
export class KnowledgeFollowing implements Consumer<Followed> {
  constructor(
    private readonly indexing: Indexing,
    private readonly jobs: Jobs,
  ) {}

  async consume({ payload }: Occurred<Followed>, once: Once): Promise<void> {
    await once(async () => {
      if ('kind' in payload) await this.indexing.changed(payload.project_id, payload.kind, payload.source_id);
      else await this.jobs.add(readDocument, payload, { key: payload.document_id });
    });
  }
}
