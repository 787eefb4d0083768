import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from './checkout.ts';
import { abandon, startStack } from './stack.ts';
import type { Stack, StackOptions } from './stack-options.ts';

const run = promisify(execFile);
const ADMIN = join(CHECKOUT, 'apps', 'identity', 'dist', 'admin.js');

/** A product with data of its own, which nobody needs afterwards. */
export interface Throwaway {
  readonly stack: Stack;
  /** The processes that ended although nobody stopped them, and how. */
  readonly ended: readonly string[];
  /** Ends it and deletes its data; of its output, only what is asked for is kept. Returns the file, if any. */
  readonly close: (options?: { readonly keepLog: boolean }) => Promise<string | null>;
}

/** Starts a product in a temporary folder. `name` is part of the folder's, and `env` comes before what the throwaway sets. */
export async function startThrowaway(
  name: string,
  { env, ...options }: Pick<StackOptions, 'env' | 'signal' | 'ephemeral'> = {},
): Promise<Throwaway> {
  const directory = await mkdtemp(join(tmpdir(), `pks-${name}-`));
  // PostgreSQL may run as another user, which has to be able to read the folder.
  await chmod(directory, 0o755);
  const log = join(directory, 'log');
  appendFileSync(log, '');
  const discard = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const ended: string[] = [];
  const stack = await startStack({
    ...options,
    directory,
    env: {
      DATABASE_URL: '',
      NATS_URL: '',
      BLOB_STORE: join(directory, 'documents'),
      SEARCH_INDEX: join(directory, 'search'),
      ...env,
    },
    onLog: (source, line) => appendFileSync(log, `${source} ${line}\n`),
    onEnd: (process, code) => ended.push(`${process} (${code === null ? 'killed' : `code ${code}`})`),
  }).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const close = async ({ keepLog } = { keepLog: false }): Promise<string | null> => {
    await abandon(stack);
    const kept = keepLog ? `${directory}.log` : null;
    if (kept !== null) await rename(log, kept);
    await discard();
    return kept;
  };
  return { stack, ended, close };
}

/** Creates an organization as an operator does. Returns its admin's token. */
export async function foundOrganization(
  { databaseUrl }: Pick<Stack, 'databaseUrl'>,
  name: string,
): Promise<string> {
  const email = `admin@${name.toLowerCase()}.test`;
  const args = [ADMIN, 'create-organization', '--name', name, '--email', email];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return stdout.trim();
}
