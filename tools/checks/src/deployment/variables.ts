import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../walls/workspace.ts';

const DECLARED = /@Env\('([A-Z0-9_]+)'\)/g;

/** What the S3 client reads by itself, where files are in an S3-compatible store. */
const S3_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'];

/** The environment variables that an app's configuration declares, the platform's among them. */
export function variablesOf(app: string): ReadonlySet<string> {
  const files = globSync([`apps/${app}/src/**/*.config.ts`, 'libs/platform/src/**/*.ts'], { cwd: ROOT });
  const names = files
    .filter((file) => !file.endsWith('.spec.ts'))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(DECLARED)])
    .map((match) => match[1] ?? '');
  return new Set(names.includes('BLOB_STORE') ? [...names, ...S3_CREDENTIALS] : names);
}
