import { Injectable } from '@nestjs/common';
import { documentAdmitted } from '@pks/contracts';
import { Database, Outbox, type Worker, Works, inProject, schedule } from '@pks/platform';
import { DocumentCatalogsRepository } from './document-catalogs.repository.ts';
import { ReadingLinesRepository } from './reading-lines.repository.ts';

/**
 * The line in which the documents of each project wait to be read. One document per project is admitted at a time, and documents of all projects
 * are read in the order in which they were admitted: so the projects take turns, whatever each of them uploads.
 */
@Injectable()
export class ReadingLine {
  constructor(
    private readonly catalogs: DocumentCatalogsRepository,
    private readonly lines: ReadingLinesRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Admits a project's next document, unless another of its documents has its turn. May be repeated. */
  async advance(projectId: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.catalogs.lock(projectId);
      const id = await this.lines.admit(projectId);
      if (id === undefined) return;
      await this.outbox.add([documentAdmitted.of({ project_id: projectId, document_id: id })]);
    });
  }
}

/** Every five minutes. */
export const keepReadingLines = schedule('keep-reading-lines', '*/5 * * * *');

/** Advances lines that stopped because a process died after it recorded a reading and before it admitted the next document. */
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

/** Every hour. */
export const remindOfReadings = schedule('remind-of-readings', '23 * * * *');

/** Publishes again that unread documents were admitted, for a search service that lost its jobs. One that still has such a job ignores this. */
@Works(remindOfReadings)
export class RemindingOfReadings implements Worker<typeof remindOfReadings> {
  constructor(
    private readonly lines: ReadingLinesRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async work(): Promise<void> {
    const admitted = await this.lines.admitted();
    const events = admitted.map((document) => documentAdmitted.of(document));
    await this.database.transaction(() => this.outbox.add(events));
  }
}
