import { dirname, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TOOL_TIME_LIMIT_MS } from '@pks/contracts';
import {
  BlobMissing,
  BlobStore,
  Clock,
  DeadlineExceeded,
  type Fault,
  LOG,
  type Log,
  StoreSilent,
  Unavailable,
} from '@pks/platform';
import { BoundedRun, BoundedRuns, startBounded } from '@pks/platform/bounded';
import { ToolError } from '../kinds/tool-errors.ts';
import { ToolTurns, type WaitingRun } from '../kinds/tool-turns.ts';
import type { Description } from './answer.ts';
import { DescribingAnswers } from './describing-answers.ts';
import type { Question } from './question.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const MAIN = join('child', `main${extname(import.meta.url)}`);

const LIMITS = { seconds: TOOL_TIME_LIMIT_MS / 1_000, memoryMb: 256 } as const;
/** The most bytes of answers: less than fits into a message of the bus. */
const MOST_BYTES = 6 * 2 ** 20;
/** Two documents at a time, and one of each project. */
const TURNS = { concurrency: 2, mostOfOne: 1, queue: 32 };

/** Describes the data of files, each in its own process, which is limited in time and memory and can do nothing else. */
@Injectable()
export class Describing implements OnModuleDestroy {
  private readonly turns: ToolTurns;
  private readonly runs = new BoundedRuns();

  constructor(
    private readonly blobs: BlobStore,
    clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.turns = new ToolTurns(TURNS, clock);
  }

  /**
   * Answers a question about a file. @throws ToolError if it cannot be described; Unavailable if the store fails;
   * DeadlineExceeded if the store does not answer; as `ToolTurns.take`.
   */
  describe(key: string, question: Question, run: WaitingRun): Promise<readonly Description[]> {
    const { signal } = run;
    return this.turns.take(run, async () => {
      const content = await this.contentOf(key, signal);
      return this.runs.finish(() => this.start({ content, key }, question, signal));
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.runs.close();
    await this.blobs.close();
  }

  private async contentOf(key: string, signal: AbortSignal): Promise<Readable> {
    try {
      return await this.blobs.get(key, undefined, signal);
    } catch (error) {
      if (signal.aborted) throw ToolError.timedOut(LIMITS.seconds);
      throw this.unread(key, error);
    }
  }

  /** The error for the caller when a file cannot be read, or not to its end. */
  private unread(key: string, error: unknown): Fault {
    if (error instanceof BlobMissing) return ToolError.of('no_file', 'The document has no file.');
    this.log.error({ err: error, blob_key: key }, 'file cannot be read');
    return error instanceof StoreSilent ? new DeadlineExceeded() : new Unavailable();
  }

  private start(
    { content, key }: { readonly content: Readable; readonly key: string },
    question: Question,
    signal: AbortSignal,
  ): BoundedRun<readonly Description[]> {
    const child = startBounded({ folder: FOLDER, main: MAIN, args: [] }, 'pipe', LIMITS);
    const run = new BoundedRun(child, {
      limits: LIMITS,
      mostBytes: MOST_BYTES,
      subject: 'The document',
      answers: new DescribingAnswers(),
      refusal: (sentence) => ToolError.of('malformed_document', sentence),
    });
    const abort = (): void => run.stop(ToolError.timedOut(LIMITS.seconds));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    content.once('error', (error) => signal.aborted || run.stop(this.unread(key, error)));
    // A process that ends early leaves input unread; how it ended says why.
    child.stdin?.on('error', () => content.destroy()).write(`${JSON.stringify(question)}\n`);
    if (child.stdin) content.pipe(child.stdin);
    void run.result
      .catch((error: unknown) => {
        const { complaints, peakKib } = run;
        const notes = { err: error, format: question.format, complaints, peakKib };
        // Errors in a document, or in the request, are the caller's concern.
        this.log[error instanceof ToolError ? 'info' : 'warn'](notes, 'a document was not described');
      })
      .finally(() => {
        content.destroy();
        signal.removeEventListener('abort', abort);
      });
    return run;
  }
}
