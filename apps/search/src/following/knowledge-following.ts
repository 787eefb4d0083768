import { documentAdmitted, sourceChanged, versionPublished } from '@pks/contracts';
import { type Consumer, Consumes, Jobs, type Occurred, type Once } from '@pks/platform';
import { readDocument } from '../document-reading/reading-documents.ts';
import { Indexing } from '../search-index/indexing.ts';

type Followed = typeof sourceChanged | typeof versionPublished | typeof documentAdmitted;

/** Adds the jobs that read documents, and that index what changed in the knowledge service. */
@Consumes('knowledge-sources', sourceChanged, versionPublished, documentAdmitted)
export class KnowledgeFollowing implements Consumer<Followed> {
  constructor(
    private readonly indexing: Indexing,
    private readonly jobs: Jobs,
  ) {}

  async consume({ payload }: Occurred<Followed>, once: Once): Promise<void> {
    await once(async () => {
      const { project_id } = payload;
      if ('kind' in payload) await this.indexing.changed(project_id, payload.kind, payload.source_id);
      else if ('artifact_id' in payload)
        await this.indexing.changed(project_id, 'artifact', payload.artifact_id);
      else await this.jobs.add(readDocument, payload, { key: payload.document_id });
    });
  }
}
