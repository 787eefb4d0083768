import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from '@pks/stack';
import { sentenceOf } from './terminal.ts';

const LARGEST = 50 * 1024 * 1024;
const WARNING = 40;
const NAMES: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };
const SHOWN_IN_A_ROW = 10;
const ROW_MS = 10_000;

/**
 * Writes the log of each process to a file, and shows warnings and errors in short form on the terminal. A file that grows beyond 50 MB is
 * kept beside its successor, as `NAME.log.1`. Lines for which there is no space are lost, those after them are not.
 */
export class Logs {
  readonly folder: string;
  private readonly show: (sentence: string) => void;
  private readonly largest: number;
  /** The size of each file. */
  private readonly sizes = new Map<string, number>();
  /** The files that could not be written at the last line. */
  private readonly failing = new Set<string>();
  private rowBegan = 0;
  private shown = 0;

  constructor(folder: string, show: (sentence: string) => void, largest = LARGEST) {
    this.folder = privateFolder(folder);
    this.show = show;
    this.largest = largest;
  }

  /** Appends a line to its file, and shows it when it is a warning or worse. */
  write(source: string, line: string): void {
    const path = join(this.folder, `${source}.log`);
    try {
      this.append(path, `${line}\n`);
      this.failing.delete(path);
    } catch (error) {
      this.sizes.delete(path);
      if (!this.failing.has(path)) this.show(`The log ${path} cannot be written: ${sentenceOf(error)}.`);
      this.failing.add(path);
    }
    const trouble = troubleIn(line);
    if (trouble !== null) this.showBriefly(source, trouble);
  }

  private append(path: string, text: string): void {
    let size = this.sizes.get(path) ?? statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > this.largest) {
      renameSync(path, `${path}.1`);
      size = 0;
    }
    appendFileSync(path, text, { mode: 0o600 });
    this.sizes.set(path, size + Buffer.byteLength(text));
  }

  /** Shows at most ten lines in ten seconds; the file has all of them. */
  private showBriefly(source: string, trouble: string): void {
    if (performance.now() - this.rowBegan > ROW_MS) [this.rowBegan, this.shown] = [performance.now(), 0];
    this.shown += 1;
    if (this.shown <= SHOWN_IN_A_ROW) this.show(`${source}: ${trouble}`);
    if (this.shown === SHOWN_IN_A_ROW) this.show(`More is in ${join(this.folder, `${source}.log`)}.`);
  }
}

/** The short form of a line that is a warning or worse, or null. */
export function troubleIn(line: string): string | null {
  if (!line.startsWith('{')) return /\b(FATAL|PANIC)\b|\[(FTL|ERR)\]/.test(line) ? line : null;
  const entry = parsed(line);
  if (entry === null || !('level' in entry) || typeof entry.level !== 'number' || entry.level < WARNING)
    return null;
  const message = 'msg' in entry && typeof entry.msg === 'string' ? entry.msg : line;
  return `${NAMES[entry.level] ?? 'trouble'}: ${message}`;
}

function parsed(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
