import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MIGRATION = /^\d+-[a-z-]+\.ts$/;

/**
 * The SHA-256 of each migration in a folder, by file name. A spec holds those of released migrations: an edit of one fails
 * it, because a database on which the migration ran would never get the change.
 */
export async function migrationDigests(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => MIGRATION.test(name)).sort();
  const digests = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name, createHash('sha256').update(text).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
