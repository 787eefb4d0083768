import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const MIGRATION = /^\d+-[a-z-]+\.ts$/;

/**
 * The SHA-256 of each migration in a folder, by file name. A spec holds those of released migrations, and fails if one is
 * edited, because a database on which the migration ran would never get the change.
 */
export async function migrationDigests(folder: string): Promise<Readonly<Record<string, string>>> {
  const digests = (await migrationsIn(folder)).map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name, createHash('sha256').update(text).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

/**
 * The classes of the migrations in a folder, by their files' names, the oldest first. A spec compares them with the
 * migrations that run: one that is not listed never does.
 */
export async function migrationClasses(folder: string): Promise<readonly string[]> {
  return (await migrationsIn(folder)).map(migrationClass);
}

/**
 * The class of a migration, by its file's name. A spec compares those of released migrations with the first ones that run: a new
 * migration with a lower number would run between them on a new database, but after them on an existing one.
 */
export function migrationClass(file: string): string {
  const [timestamp = '', ...words] = file.replace(/\.ts$/, '').split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') + timestamp;
}

async function migrationsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => MIGRATION.test(name)).sort();
}
