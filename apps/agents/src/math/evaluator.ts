import type { ChildProcess } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lines, residentKib, startBounded } from '@pks/platform/bounded';
import { ToolError } from '../kinds/tool-errors.ts';
import type { Answer } from './answer.ts';
import { answerIn } from './evaluation-answers.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const MAIN = join('child', `main${extname(import.meta.url)}`);

/** The limits of an evaluation. */
export interface EvaluationLimits {
  readonly seconds: number;
  /** Resident memory. 1 MB = 2^20 bytes. */
  readonly memoryMb: number;
}

/** A process that was busy for this long in total, or has used this share of its memory, gets no more expressions. Milliseconds. */
const MOST_BUSY_MS = 10_000;
const MOST_OF_MEMORY = 0.6;
/** How often the memory is measured. Milliseconds. */
const LOOK_MS = 25;
/** The longest answer. Bytes. */
const LONGEST_ANSWER = 2 ** 18;

/** A process that evaluates one expression after another. It is killed when an expression exceeds its limits. */
export class Evaluator {
  /** Resolves once the process has ended. */
  readonly ended: Promise<void>;
  private readonly ready = Promise.withResolvers<Answer>();
  private awaited: PromiseWithResolvers<Answer> = this.ready;
  private failure: Error | undefined;
  private busyMs = 0;
  private peakKib = 0;
  private hasEnded = false;

  constructor(
    private readonly limits: EvaluationLimits,
    private readonly child = started(limits),
  ) {
    this.ready.promise.catch(() => undefined);
    this.ended = this.listen();
  }

  /** Whether the process may evaluate another expression. */
  get isUsable(): boolean {
    const { limits, busyMs, peakKib, hasEnded } = this;
    return !hasEnded && busyMs < MOST_BUSY_MS && peakKib < limits.memoryMb * 1_024 * MOST_OF_MEMORY;
  }

  /** The answer to an expression; call it for one expression at a time. @throws ToolError when it exceeds the limits, or the signal aborts. */
  async evaluate(expression: string, signal: AbortSignal): Promise<Answer> {
    const abort = (): void => this.stop(this.late());
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      await this.ready.promise;
      return await this.within(() => this.ask(expression));
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Kills the process; the expression that it is evaluating fails with this error. */
  stop(error: Error): void {
    this.failure ??= error;
    this.child.kill('SIGKILL');
  }

  private ask(expression: string): Promise<Answer> {
    this.awaited = Promise.withResolvers();
    if (this.hasEnded) this.awaited.reject(this.cause(null));
    this.child.stdin?.write(`${JSON.stringify(expression)}\n`);
    return this.awaited.promise;
  }

  private async within(work: () => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    const timer = setTimeout(() => this.stop(this.late()), this.limits.seconds * 1_000);
    const watch = setInterval(() => void this.look(), LOOK_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      this.busyMs += performance.now() - begun;
    }
  }

  private async look(): Promise<void> {
    this.peakKib = Math.max(this.peakKib, await residentKib(this.child.pid ?? 0));
    if (this.peakKib > this.limits.memoryMb * 1_024) this.stop(this.tooLarge());
  }

  private listen(): Promise<void> {
    const { child } = this;
    // A process that could not be started may not even have streams, as when too many files are open.
    if (child.pid !== undefined) this.receive();
    return new Promise((resolve) => {
      const end = (cause: Error): void => {
        this.hasEnded = true;
        this.awaited.reject(cause);
        this.ready.reject(cause);
        resolve();
      };
      child.once('error', end);
      child.once('close', (_code, signal) => end(this.cause(signal)));
    });
  }

  private receive(): void {
    const { child } = this;
    const lines = new Lines();
    let bytes = 0;
    child.stdio[3]?.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > LONGEST_ANSWER) this.stop(this.tooLarge());
      for (const line of lines.take(piece)) {
        bytes = 0;
        this.take(line);
      }
    });
    child.stderr?.resume();
    // That an ended process left input unread is not an error of its own.
    child.stdin?.on('error', () => undefined);
  }

  private take(line: string): void {
    const answer = answerIn(line);
    if (answer === null) this.stop(new Error('An evaluating process gave no valid answer.'));
    else this.awaited.resolve(answer);
  }

  /** Why the process ended: a full heap aborts it. */
  private cause(signal: string | null): Error {
    if (this.failure) return this.failure;
    const isFull = signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL';
    return isFull ? this.tooLarge() : new Error(`An evaluating process ended by ${signal ?? 'itself'}.`);
  }

  private late(): ToolError {
    return ToolError.timedOut(this.limits.seconds);
  }

  private tooLarge(): ToolError {
    return ToolError.of('too_large', 'The expression takes more memory than allowed.');
  }
}

/** A process for evaluations. The kernel limits the processor time of all of them together. */
function started({ seconds, memoryMb }: EvaluationLimits): ChildProcess {
  const life = { seconds: MOST_BUSY_MS / 1_000 + seconds, memoryMb };
  return startBounded({ folder: FOLDER, main: MAIN, args: [] }, 'pipe', life);
}
