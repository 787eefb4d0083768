import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const IN_CHECKOUT = fileURLToPath(new URL('../../../node_modules/.cache/project-knowledge', import.meta.url));
/** A download takes less time than this, unless its process was killed. Milliseconds. */
const ABANDONED_AFTER_MS = 3_600_000;

/** The prefix of folders in which a download is under way. */
export const WORKSPACE = 'fetching-';

/** The folders that may cache a downloaded program: the user's first, then this checkout's. */
export function cacheFolders(): string[] {
  const ofUser = [process.env['XDG_CACHE_HOME'] ?? '', join(homeOfUser(), '.cache')].find(isAbsolute);
  return [...(ofUser === undefined ? [] : [join(ofUser, 'project-knowledge')]), IN_CHECKOUT];
}

/** The first of the cache's folders that can be written. */
export function writableCache(): string {
  for (const folder of cacheFolders()) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      continue;
    }
  }
  throw new Error(
    `Neither ${cacheFolders().join(' nor ')} can be written, so the NATS server cannot be kept there.`,
  );
}

/** Removes the downloads that killed processes left unfinished. */
export function removeAbandoned(cache: string): void {
  const folders = readdirSync(cache).filter((name) => name.startsWith(WORKSPACE));
  for (const folder of folders.map((name) => join(cache, name))) {
    try {
      const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
      if (changedAt < Date.now() - ABANDONED_AFTER_MS) rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder is another user's, who can remove it.
    }
  }
}

/** Puts a program in the cache in one step, so that other processes see all of it or nothing. */
export function keep(program: string, cache: string, name: string): string {
  const target = join(cache, name);
  const partial = `${target}.${process.pid}`;
  copyFileSync(program, partial);
  chmodSync(partial, 0o755);
  renameSync(partial, target);
  rmSync(partial, { force: true });
  return target;
}

/** Whether the file exists and is executable. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return existsSync(file) && statSync(file).isFile();
  } catch {
    return false;
  }
}

function homeOfUser(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}
