import type { ChildProcess } from 'node:child_process';
import { type Answer, Lines, answerOf } from './answer.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { residentKib } from './resident-memory.ts';
import type { ReadDocument, Section } from './section.ts';
import { Unreadable, tooLong } from './unreadable.ts';

/** How often the memory is measured. Milliseconds. */
const LOOK = 50;

/** The signals by which a process ends that ran out of memory, or crashed on the file. */
const NO_MEMORY: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGKILL', 'SIGTRAP']);
const BROKEN: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', null]);

/** The JSON of a text has at most this many bytes per character, plus this many for the rest. */
const BYTES = 8;
const MORE_BYTES = 2 ** 25;

/** At most this much of the process's error output is kept. Characters. */
const MOST_COMPLAINTS = 2_000;

/** The reading of one file by a process: it results in the text or an error. In either case, the process has ended by then. */
export class Reading {
  readonly result: Promise<ReadDocument>;
  /** The process's output about unexpected errors. */
  complaints = '';
  /** The highest memory measured. KiB. */
  peakKib = 0;
  private begun = false;
  private end: Answer | undefined;
  private stopped: Error | undefined;
  private characters = 0;
  private bytes = 0;
  private readonly sections: Section[] = [];

  constructor(
    private readonly process: ChildProcess,
    private readonly limits: ReadingLimits,
  ) {
    this.result = this.run();
  }

  /** Kills the process; the reading fails with this error. */
  stop(error: Error): void {
    this.stopped ??= error;
    this.process.kill('SIGKILL');
  }

  private async run(): Promise<ReadDocument> {
    const timer = setTimeout(() => this.stop(this.tookTooLong()), this.limits.seconds * 1_000);
    const watch = setInterval(() => void this.look(), LOOK);
    try {
      this.listen();
      return this.outcome(await ended(this.process));
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
    }
  }

  private listen(): void {
    const lines = new Lines();
    const mostBytes = this.limits.characters * BYTES + MORE_BYTES;
    this.process.stdio[3]?.on('data', (piece: Buffer) => {
      this.bytes += piece.length;
      if (this.bytes > mostBytes) return this.stop(damaged());
      for (const line of lines.take(piece)) this.take(answerOf(line));
    });
    this.process.stderr?.on('data', (piece: Buffer) => {
      this.complaints = (this.complaints + piece.toString()).slice(-MOST_COMPLAINTS);
    });
  }

  private take(answer: Answer | null): void {
    if (answer === null) return this.stop(damaged());
    if (answer.kind === 'begun') this.begun = true;
    else if (answer.kind === 'section') this.keep(answer.section);
    else this.end ??= answer;
  }

  private keep(section: Section): void {
    this.characters += section.heading.length + section.text.length;
    if (this.characters > this.limits.characters) this.stop(tooLong(this.limits.characters));
    else this.sections.push(section);
  }

  private async look(): Promise<void> {
    const kib = await residentKib(this.process.pid ?? 0);
    this.peakKib = Math.max(this.peakKib, kib);
    if (kib > this.limits.memoryMb * 1_024) this.stop(noMemory());
  }

  private outcome(signal: string | null): ReadDocument {
    if (this.stopped) throw this.stopped;
    if (this.end?.kind === 'read') return { page_count: this.end.page_count, sections: this.sections };
    if (this.end?.kind === 'unreadable') throw new Unreadable(this.end.sentence);
    if (NO_MEMORY.has(signal)) throw noMemory();
    if (this.begun && BROKEN.has(signal)) throw damaged();
    throw new Error(`The reading process ended by ${signal ?? 'itself'} before it could read.`);
  }

  private tookTooLong(): Unreadable {
    return new Unreadable(`The file could not be read: it took longer than ${this.limits.seconds} seconds.`);
  }
}

function damaged(): Unreadable {
  return new Unreadable('The file could not be read: it is damaged.');
}

function noMemory(): Unreadable {
  return new Unreadable('The file could not be read: it takes more memory than allowed.');
}

/** Resolves with the signal that ended a process, once all of its output was received. @throws Error when it could not be started. */
function ended(process: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    process.once('error', reject);
    process.once('close', (_code, signal) => resolve(signal));
  });
}
