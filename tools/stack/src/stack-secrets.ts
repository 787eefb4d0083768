import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret of 64 hexadecimal characters, generated on first use and stored in the folder's `secrets.json`, which only its owner can read. */
export function secretIn(directory: string, name: string): string {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'secrets.json');
  const secrets = existsSync(file) ? parsed(file) : {};
  const known = secrets[name];
  if (known !== undefined) return known;
  const secret = randomBytes(32).toString('hex');
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify({ ...secrets, [name]: secret }, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
  chmodSync(file, 0o600);
  return secret;
}

function parsed(file: string): Readonly<Record<string, string>> {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    throw new Error(
      `${file} is no JSON: put the old file back, or remove it, and there will be new secrets.`,
    );
  }
}
