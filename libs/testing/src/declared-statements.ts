import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementLog } from './wall.ts';

/** A declaration with its name, a part of which may vary. */
const DECLARATION = /\b(?:statement|pageStatement)(?:<[^()]*?>)?\(\s*(['"`])(.+?)\1/g;
const VARYING = /\$\{.*?\}/;

/**
 * The statements that the sources in a folder declare by name and that were never sent. Leaves out exceptions, which have reasons,
 * and adds those that are not needed.
 */
export async function neverSent(
  folder: string,
  { names }: Pick<StatementLog, 'names'>,
  exceptions: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const missing = (await declaredIn(folder)).filter((name) => !isAmong(names, name));
  return [
    ...missing.filter((name) => !(name in exceptions)),
    ...Object.keys(exceptions).filter((name) => !missing.includes(name)),
  ];
}

async function declaredIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) => Array.from(text.matchAll(DECLARATION), ([, , name]) => name ?? ''));
}

function isAmong(names: ReadonlySet<string>, declared: string): boolean {
  const [start = '', ...rest] = declared.split(VARYING);
  const end = rest.at(-1);
  if (end === undefined) return names.has(declared);
  return [...names].some((name) => name.startsWith(start) && name.endsWith(end));
}
