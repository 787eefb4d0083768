import { readFileSync } from 'node:fs';

const FILE = new URL('../../package.json', import.meta.url);

/** The version of the package, which is that of a release. */
export function packageVersion(): string {
  const found = /"version": "([^"]+)"/.exec(readFileSync(FILE, 'utf8'));
  if (!found?.[1]) throw new Error('package.json has no version.');
  return found[1];
}
