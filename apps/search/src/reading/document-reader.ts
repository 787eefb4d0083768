import { open } from 'node:fs/promises';
import type { DocumentReference } from '@pks/contracts';
import { type Clock, Limiter, type Log, SystemClock } from '@pks/platform';
import { BoundedRun, BoundedRuns } from '@pks/platform/bounded';
import type { DocumentType } from './document-format.ts';
import { ReadingAnswers } from './reading-answers.ts';
import { READING_LIMITS, type ReadingLimits } from './reading-limits.ts';
import { startReading } from './reading-process.ts';
import type { ReadDocument } from './section.ts';
import { Unreadable } from './unreadable.ts';

/** The JSON of a text has at most this many bytes per character, plus this many for the rest. */
const BYTES = 8;
const MORE_BYTES = 2 ** 25;

/**
 * Reads files, each in a process of its own that is limited in time and memory and can do nothing else; a limited
 * number at a time, in order.
 */
export class DocumentReader {
  private readonly limits: ReadingLimits;
  private readonly runs = new BoundedRuns();
  private readonly turns: Limiter;

  constructor(
    limits: Partial<ReadingLimits> = {},
    private readonly log?: Log,
    clock: Clock = new SystemClock(),
  ) {
    this.limits = { ...READING_LIMITS, ...limits };
    this.turns = new Limiter({ concurrency: this.limits.atOnce, queue: Infinity }, clock);
  }

  /**
   * The text of a file. @throws Unreadable if it violates its format, or exceeds the limits; any other error is not about the file,
   * and a retry may succeed. The log names the document, if it is given.
   */
  read(path: string, type: DocumentType, document?: DocumentReference): Promise<ReadDocument> {
    return this.turns.take(Infinity, '', async () => {
      const file = await open(path, 'r');
      try {
        return await this.runs.finish(() => this.start(file.fd, type, document));
      } finally {
        await file.close();
      }
    });
  }

  /** Ends the readings under way, refuses those that wait, and starts no more. */
  close(): Promise<void> {
    return this.runs.close();
  }

  private start(
    file: number,
    type: DocumentType,
    document: DocumentReference | undefined,
  ): BoundedRun<ReadDocument> {
    const { limits } = this;
    const run = new BoundedRun(startReading(file, type, limits), {
      limits,
      mostBytes: limits.characters * BYTES + MORE_BYTES,
      subject: 'The file',
      answers: new ReadingAnswers(limits.characters),
      refusal: (sentence) => new Unreadable(sentence),
    });
    run.result.catch((error: unknown) => {
      const { complaints, peakKib } = run;
      const about = { ...document, format: type.format, complaints, peakKib };
      if (error instanceof Unreadable)
        this.log?.info({ reason: error.message, ...about }, 'a document was not read');
      else this.log?.warn({ err: error, ...about }, 'a document was not read');
    });
    return run;
  }
}
