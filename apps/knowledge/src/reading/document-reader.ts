import { open } from 'node:fs/promises';
import type { Log } from '@pks/platform';
import type { DocumentFormat } from './document-format.ts';
import { startReading } from './reading-process.ts';
import { Reading } from './reading.ts';
import { READING_LIMITS, type ReadingLimits } from './reading-limits.ts';
import type { ReadDocument } from './section.ts';

/**
 * Reads files, each in a process of its own that is limited in time and memory and can do nothing else; a limited
 * number at a time, in order.
 */
export class DocumentReader {
  private readonly limits: ReadingLimits;
  private readonly running = new Set<Reading>();
  private readonly waiting: (() => void)[] = [];
  private begun = 0;
  private closed = false;

  constructor(
    limits: Partial<ReadingLimits> = {},
    private readonly log?: Log,
  ) {
    this.limits = { ...READING_LIMITS, ...limits };
  }

  /**
   * The text of a file. @throws Unreadable when it violates its format, or exceeds the limits; any other error is not about the file,
   * and a retry may succeed.
   */
  async read(path: string, format: DocumentFormat): Promise<ReadDocument> {
    await this.turn();
    try {
      if (this.closed) throw closedError();
      return await this.readNow(path, format);
    } finally {
      this.pass();
    }
  }

  /** Ends the readings under way, refuses those that wait, and starts no more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const reading of this.running) reading.stop(closedError());
    await Promise.allSettled([...this.running].map(({ result }) => result));
  }

  private async turn(): Promise<void> {
    if (this.begun < this.limits.atOnce) this.begun += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The next waiting reading takes this one's place. */
  private pass(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.begun -= 1;
  }

  private async readNow(path: string, format: DocumentFormat): Promise<ReadDocument> {
    const file = await open(path, 'r');
    try {
      if (this.closed) throw closedError();
      return await this.finish(new Reading(startReading(file.fd, format, this.limits), this.limits), format);
    } finally {
      await file.close();
    }
  }

  private async finish(reading: Reading, format: DocumentFormat): Promise<ReadDocument> {
    this.running.add(reading);
    try {
      return await reading.result;
    } catch (error) {
      const { complaints, peakKib } = reading;
      this.log?.warn({ err: error, format, complaints, peakKib }, 'a document was not read');
      throw error;
    } finally {
      this.running.delete(reading);
    }
  }
}

function closedError(): Error {
  return new Error('The reader is closed.');
}
