import { Injectable } from '@nestjs/common';
import { Database, Jobs, type Worker, Works, inProject, schedule } from '@pks/platform';
import { DocumentCatalogsRepository } from './document-catalogs.repository.ts';
import { readDocument } from './document-jobs.ts';
import { ReadingLinesRepository } from './reading-lines.repository.ts';

/**
 * The line in which the documents of each project wait to be read. Of each project one document has a job at a time, and
 * the jobs of all projects are done in the order in which they were added: so the projects take turns, whatever each
 * of them uploads.
 */
@Injectable()
export class ReadingLine {
  constructor(
    private readonly catalogs: DocumentCatalogsRepository,
    private readonly lines: ReadingLinesRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  /** Adds the job of a project's next document, unless another one of it has its turn. It may be repeated. */
  async advance(projectId: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.catalogs.lock(projectId);
      const id = await this.lines.admit(projectId);
      if (id === undefined) return;
      await this.jobs.add(readDocument, { project_id: projectId, document_id: id }, { key: id });
    });
  }
}

/** Every five minutes. */
export const keepReadingLines = schedule('keep-reading-lines', '*/5 * * * *');

/** Advances lines that nothing else advances: a process of the previous version, which knew no lines, read the document in front. */
@Works(keepReadingLines)
export class KeepingReadingLines implements Worker<typeof keepReadingLines> {
  constructor(
    private readonly lines: ReadingLinesRepository,
    private readonly line: ReadingLine,
  ) {}

  async work(): Promise<void> {
    for (const projectId of await this.lines.projects())
      await inProject(projectId, () => this.line.advance(projectId));
  }
}
