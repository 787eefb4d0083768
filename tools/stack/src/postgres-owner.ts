import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, type ProcessIdentity } from './process-identity.ts';

/** The process that claimed the folder of a server, or null if none did. */
export function ownerOf(folder: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as ProcessIdentity | null;
  } catch {
    return null;
  }
}

/** Records that this process has claimed the folder. */
export function own(folder: string): void {
  writeFileSync(fileIn(folder), JSON.stringify(identify(process.pid)));
}

/** Releases the folder. */
export function disown(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

function fileIn(folder: string): string {
  return join(folder, 'owner.json');
}
