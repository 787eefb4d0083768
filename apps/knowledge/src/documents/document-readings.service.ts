import { Injectable } from '@nestjs/common';
import type {
  AwaitedReading,
  DocumentReference,
  DocumentToRead,
  FailedReading,
  FinishedReading,
  ReadSections,
} from '@pks/contracts';
import { Conflict, Database } from '@pks/platform';
import { SourceChanges } from '../source-changes/source-changes.ts';
import { charsetOf, formatOf } from './document-format.ts';
import { DocumentReadingsRepository } from './document-readings.repository.ts';
import { ReadingLine } from './reading-line.ts';

/**
 * If the reading service dies this often while it reads the same file, the file is not read again. Other causes, such as a failing
 * machine, are far rarer during one file; the file itself is hardly ever the cause, because it has its own process.
 */
const MOST_READINGS = 10;

/** Stores the texts that are read from documents. After each reading, the next document of the project gets its turn. */
@Injectable()
export class DocumentReadingsService {
  constructor(
    private readonly readings: DocumentReadingsRepository,
    private readonly changes: SourceChanges,
    private readonly database: Database,
    private readonly line: ReadingLine,
  ) {}

  /** Records the start of a reading. */
  async begin({ project_id, document_id }: DocumentReference): Promise<readonly DocumentToRead[]> {
    const document = await this.readings.begin(project_id, document_id);
    const format = document && (document.format ?? formatOf(document.contentType, document.name));
    if (document && format && document.readings <= MOST_READINGS)
      return [{ format, blob_key: document.blobKey, ...charsetOf(document.contentType) }];
    if (document) {
      const why = format ? 'The file could not be read.' : 'Files of this type are not read.';
      await this.readings.fail(project_id, document_id, why);
    }
    await this.line.advance(project_id);
    return [];
  }

  /** Stores sections. They become the text by `finish`, which is not called for a document that was deleted meanwhile. */
  async keep({ project_id, document_id, from, sections }: ReadSections): Promise<AwaitedReading> {
    const isAwaited = await this.readings.keep(project_id, document_id, from, sections);
    if (!isAwaited) await this.line.advance(project_id);
    return { is_awaited: isAwaited };
  }

  /** Makes the sections the text, which is to be indexed. @throws Conflict if another reading began meanwhile. */
  async finish(request: FinishedReading): Promise<void> {
    const { project_id: projectId, document_id: id, page_count, section_count } = request;
    await this.database.transaction(async () => {
      const finished = await this.readings.finish(projectId, id, page_count);
      if (!finished) return;
      if ((await this.readings.sections(projectId, id)) !== section_count)
        throw new Conflict('The document was read again meanwhile.');
      await this.changes.announce('document', { projectId, id });
    });
    await this.line.advance(projectId);
  }

  /** Stores why the document has no text. */
  async fail({ project_id, document_id, error }: FailedReading): Promise<void> {
    await this.readings.fail(project_id, document_id, error);
    await this.line.advance(project_id);
  }

  /** Records that a reading ended for a reason other than the file. */
  async interrupt({ project_id, document_id }: DocumentReference): Promise<void> {
    await this.readings.interrupt(project_id, document_id);
    await this.line.advance(project_id);
  }
}
