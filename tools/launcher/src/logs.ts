import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from '@pks/stack';

const LARGEST = 50 * 1024 * 1024;
const WARNING = 40;
const NAMES: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };
const SHOWN_IN_A_ROW = 10;
const ROW_MS = 10_000;

/** Writes the log of each process to a file, and shows warnings and errors in short form on the terminal. */
export class Logs {
  readonly folder: string;
  private readonly show: (sentence: string) => void;
  private readonly files = new Map<string, WriteStream>();
  private rowBegan = 0;
  private shown = 0;

  constructor(folder: string, show: (sentence: string) => void) {
    this.folder = privateFolder(folder);
    this.show = show;
  }

  /** Appends a line to its file, and shows it when it is a warning or worse. */
  write(source: string, line: string): void {
    this.fileOf(source).write(`${line}\n`);
    const trouble = troubleIn(line);
    if (trouble !== null) this.showBriefly(source, trouble);
  }

  private fileOf(source: string): WriteStream {
    const known = this.files.get(source);
    if (known !== undefined) return known;
    const path = join(this.folder, `${source}.log`);
    if (existsSync(path) && statSync(path).size > LARGEST) renameSync(path, `${path}.1`);
    const file = createWriteStream(path, { flags: 'a' });
    file.on('error', (error) => this.show(`The log ${path} cannot be written: ${error.message}.`));
    this.files.set(source, file);
    return file;
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
