import type { ChildProcess } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confinement as confinementOf, startBounded } from '@pks/platform/bounded';
import type { DocumentType } from './document-format.ts';
import type { ReadingLimits } from './reading-limits.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const MAIN = join('child', `main${extname(import.meta.url)}`);

/** Starts a bounded process that reads an open file. */
export function startReading(
  file: number,
  { format, charset }: DocumentType,
  limits: ReadingLimits,
): ChildProcess {
  const args = [format, String(limits.characters), ...(charset === undefined ? [] : [charset])];
  return startBounded({ folder: HERE, main: MAIN, args }, file, limits);
}

/** The limits of the process itself. */
export function confinement(limits: ReadingLimits): string[] {
  return confinementOf(HERE, limits);
}
