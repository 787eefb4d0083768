import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, open, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { closeWhenStopped } from '@pks/stack';
import type { FaultCase, Scene } from './fault-case.ts';
import { inDatabase } from './servers.ts';

const run = promisify(execFile);
const FULL_MS = 30_000;
const SIZE = '256m';
const BLOCK = Buffer.alloc(64 * 1024);
const SMALLEST_BLOCK = 4096;

/** One statement per table and index: locking several at a time would deadlock with the load. */
const MOVES = `
  SELECT format('ALTER %s %s SET TABLESPACE small',
                CASE relkind WHEN 'r' THEN 'TABLE' ELSE 'INDEX' END, c.oid::regclass) AS statement
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
   WHERE relkind IN ('r', 'i') AND relpersistence = 'p' AND nspname !~ '^(pg_|information_schema)'
   ORDER BY relkind DESC, c.oid`;

/** All tables are on a file system of their own, which a ballast file fills. */
export const DISK_FULL: FaultCase = {
  name: 'disk-full',
  sentence: `The disk with PostgreSQL's tables is full for 30 s; its log of changes is on another one.`,
  hindrance: async () => {
    try {
      const folder = await mountSmallDisk();
      await unmount(folder);
      return null;
    } catch (error) {
      return `A small file system cannot be mounted: ${error instanceof Error ? error.message : String(error)}`;
    }
  },
  bring: async (scene) => {
    const disk = await mountSmallDisk();
    closeWhenStopped(() => unmount(disk));
    try {
      await moveTables(scene, disk);
      const ballast = join(disk, 'ballast');
      await fill(ballast);
      await sleep(FULL_MS);
      await rm(ballast);
      return [];
    } finally {
      // PostgreSQL keeps its open files, and is discarded with the product.
      scene.afterwards(() => unmount(disk));
    }
  },
};

async function mountSmallDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pks-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  } catch (error) {
    await rmdir(folder);
    throw error;
  }
  return folder;
}

/** Unmounts at once, even while PostgreSQL has files open there. */
async function unmount(folder: string): Promise<void> {
  await run('umount', ['--lazy', folder]);
  await rmdir(folder);
}

async function moveTables(scene: Scene, disk: string): Promise<void> {
  const folder = join(disk, 'tables');
  await mkdir(folder);
  const { uid, gid } = await stat(`/proc/${scene.product.stack.servers['postgres'] ?? 0}`);
  await chown(folder, uid, gid);
  await inDatabase(scene, async (client) => {
    await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
    const { rows } = await client.query<{ statement: string }>(MOVES);
    for (const { statement } of rows) await client.query(statement);
  });
}

/** Writes until the file system is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = BLOCK.length; size >= SMALLEST_BLOCK;) {
      const fits = await file.write(BLOCK, 0, size).then(
        () => true,
        () => false,
      );
      if (!fits) size /= 2;
    }
  } finally {
    await file.close();
  }
}
