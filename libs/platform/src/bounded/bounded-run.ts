import type { ChildProcess } from 'node:child_process';
import type { BoundedLimits } from './bounded-limits.ts';
import { Lines } from './lines.ts';
import { residentKib } from './resident-memory.ts';

/** Collects the answers of a bounded process. */
export interface Answers<T> {
  /** Whether the process has loaded its code: a crash after that means that its input is damaged. */
  readonly begun: boolean;
  /** Takes a line; false for a line that is no answer. @throws the error with which the run fails */
  take(line: string): boolean;
  /** The result of all answers; undefined if the last one is missing. @throws the error with which the run fails */
  outcome(): T | undefined;
}

/** The terms of a run. */
export interface BoundedTerms<T> {
  readonly limits: BoundedLimits;
  /** The limit of all answers together. Bytes. */
  readonly mostBytes: number;
  /** The input, as the beginning of a sentence: "The file". */
  readonly subject: string;
  readonly answers: Answers<T>;
  /** The error for an input that is to blame, with a sentence for its owner. */
  readonly refusal: (sentence: string) => Error;
}

/** How often the memory is measured. Milliseconds. */
const LOOK = 50;

/** The signals that end a process that ran out of memory, or crashed on its input. */
const NO_MEMORY: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGKILL', 'SIGTRAP']);
const BROKEN: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', null]);

/** How much of the end of the process's error output is kept. Characters. */
const MOST_COMPLAINTS = 2_000;

/** One run of a bounded process. Its result is the outcome of the answers, or an error; by then, the process has ended. */
export class BoundedRun<T> {
  readonly result: Promise<T>;
  /** The end of the process's error output. */
  complaints = '';
  /** The highest memory measured. KiB. */
  peakKib = 0;
  private stopped: Error | undefined;
  private bytes = 0;

  constructor(
    private readonly process: ChildProcess,
    private readonly terms: BoundedTerms<T>,
  ) {
    this.result = this.run();
  }

  /** Kills the process; the run fails with this error. */
  stop(error: Error): void {
    this.stopped ??= error;
    this.process.kill('SIGKILL');
  }

  private async run(): Promise<T> {
    const timer = setTimeout(() => this.stop(this.late()), this.terms.limits.seconds * 1_000);
    const watch = setInterval(() => void this.look(), LOOK);
    try {
      const end = ended(this.process);
      // A process that could not be started may not even have streams, as when too many files are open.
      if (this.process.pid !== undefined) this.listen();
      return this.outcome(await end);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
    }
  }

  private listen(): void {
    const lines = new Lines();
    this.process.stdio[3]?.on('data', (piece: Buffer) => {
      this.bytes += piece.length;
      if (this.bytes > this.terms.mostBytes) return this.stop(this.damaged());
      for (const line of lines.take(piece)) this.take(line);
    });
    this.process.stderr?.on('data', (piece: Buffer) => {
      this.complaints = (this.complaints + piece.toString()).slice(-MOST_COMPLAINTS);
    });
  }

  private take(line: string): void {
    try {
      if (!this.terms.answers.take(line)) this.stop(this.damaged());
    } catch (error) {
      this.stop(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private async look(): Promise<void> {
    const kib = await residentKib(this.process.pid ?? 0);
    this.peakKib = Math.max(this.peakKib, kib);
    if (kib > this.terms.limits.memoryMb * 1_024) this.stop(this.noMemory());
  }

  private outcome(signal: string | null): T {
    if (this.stopped) throw this.stopped;
    const outcome = this.terms.answers.outcome();
    if (outcome !== undefined) return outcome;
    const { seconds, processorSeconds = seconds } = this.terms.limits;
    if (signal === 'SIGXCPU') throw this.tooLong(processorSeconds);
    if (NO_MEMORY.has(signal)) throw this.noMemory();
    if (this.terms.answers.begun && BROKEN.has(signal)) throw this.damaged();
    throw new Error(`The reading process ended by ${signal ?? 'itself'} before it could read.`);
  }

  private late(): Error {
    const { seconds, processorSeconds } = this.terms.limits;
    if (processorSeconds === undefined) return this.tooLong(seconds);
    return new Error(`The reading process had too little time of the processor within ${seconds} seconds.`);
  }

  private tooLong(seconds: number): Error {
    return this.refusal(`it took longer than ${seconds} seconds`);
  }

  private damaged(): Error {
    return this.refusal('it is damaged');
  }

  private noMemory(): Error {
    return this.refusal('it takes more memory than allowed');
  }

  private refusal(why: string): Error {
    return this.terms.refusal(`${this.terms.subject} could not be read: ${why}.`);
  }
}

/** Resolves with the signal that ended a process, if any, once all of its output was received. @throws Error if it could not be started. */
function ended(process: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    process.once('error', reject);
    process.once('close', (_code, signal) => resolve(signal));
  });
}
