import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory, where Linux has one. */
const MEMORY = '/dev/shm';
const NAME = /^pks-tests-(\d+)-/;
/** How much tests may store at a time. Their servers write far more than they keep. Bytes. */
const ROOM_BYTES = 8 * 2 ** 30;

/** A temporary folder for everything that tests write. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/**
 * A folder in memory, or null if there is no such file system or too little room: tests create a hundred databases, each of
 * hundreds of small files, which took a third of their processor time on a disk. Removes folders that killed runs left.
 */
export function openMemoryFolder(place = MEMORY, roomBytes = ROOM_BYTES): TemporaryFolder | null {
  if (!isWritable(place)) return null;
  for (const name of readdirSync(place)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) rmSync(join(place, name), { recursive: true, force: true });
  }
  if (roomIn(place) < roomBytes) return null;
  const path = mkdtempSync(join(place, `pks-tests-${process.pid}-`));
  // PostgreSQL may run as another user, who must be able to reach their own folder in this one.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The bytes that fit into a file system in memory. */
function roomIn(place: string): number {
  const { bavail, bsize } = statfsSync(place);
  return Math.min(bavail * bsize, process.availableMemory());
}

function isWritable(place: string): boolean {
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
