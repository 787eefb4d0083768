import { documentIndexed } from '@pks/contracts';
import { type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { DocumentReadingsRepository } from './document-readings.repository.ts';

/** Makes documents active once searches find all of their text. */
@Consumes('document-indexing', documentIndexed)
export class IndexingFollowing implements Consumer<typeof documentIndexed> {
  constructor(private readonly readings: DocumentReadingsRepository) {}

  async consume({ payload }: Occurred<typeof documentIndexed>, once: Once): Promise<void> {
    const { project_id, document_id } = payload;
    await once(() => this.readings.indexed(project_id, document_id));
  }
}
