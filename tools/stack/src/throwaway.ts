import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from './checkout.ts';
import { ON_ITS_OWN } from './environment.ts';
import { abandon, startStack } from './stack.ts';
import { closeWhenStopped } from './stoppable.ts';
import type { Stack, StackOptions } from './stack-options.ts';

const run = promisify(execFile);
const ADMIN = join(CHECKOUT, 'apps', 'identity', 'dist', 'admin.js');

/** A line of a log that reports an error, by its level. */
const IS_ERROR = /"level":[56]0\b/;

/** A product with data of its own, which nobody needs afterwards. */
export interface Throwaway {
  readonly stack: Stack;
  /** The folder of its data, which contains nothing else. */
  readonly directory: string;
  /** The processes that ended although nobody stopped them, with their exit codes. */
  readonly ended: readonly string[];
  /** The lines in which its processes logged errors. */
  readonly errors: readonly string[];
  /** Ends the product and deletes its data. With `keepLog`, keeps its log and returns the file, unless the program was stopped by a signal. */
  readonly close: (options?: { readonly keepLog: boolean }) => Promise<string | null>;
}

/** How a throwaway is started. */
export interface ThrowawayOptions extends Pick<
  StackOptions,
  'databaseBehind' | 'ephemeral' | 'onEnd' | 'onProgress' | 'postgresSettings'
> {
  /** Variables for every service, in addition to those of its own servers and folders. */
  readonly env?: (directory: string) => Readonly<Record<string, string>>;
  /** `startStack` of another checkout, whose product is started. */
  readonly start?: typeof startStack;
}

/** Starts a product in a temporary folder with `name` in its name. The product ends when a signal stops the program (`stoppable`). */
export async function startThrowaway(
  name: string,
  { env, onEnd, start = startStack, ...options }: ThrowawayOptions = {},
): Promise<Throwaway> {
  const directory = await mkdtemp(join(tmpdir(), `pks-${name}-`));
  // PostgreSQL may run as another user, who must be able to read the folder.
  await chmod(directory, 0o755);
  const log = join(directory, 'log');
  appendFileSync(log, '');
  const discard = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const [ended, errors]: [string[], string[]] = [[], []];
  const stopping = new AbortController();
  const starting = start({
    ...options,
    directory,
    env: {
      ...ON_ITS_OWN,
      BLOB_STORE: join(directory, 'documents'),
      SEARCH_INDEX: join(directory, 'search'),
      ...env?.(directory),
    },
    onLog: (source, line) => {
      appendFileSync(log, `${source} ${line}\n`);
      if (IS_ERROR.test(line)) errors.push(`${source} ${line}`);
    },
    onEnd: (process, code) => {
      ended.push(`${process} (${code === null ? 'killed' : `code ${code}`})`);
      onEnd?.(process, code);
    },
    signal: stopping.signal,
  });
  closeWhenStopped(async () => {
    stopping.abort();
    await starting.then(abandon, () => undefined);
    await discard();
  });
  const stack = await starting.catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const close = async ({ keepLog } = { keepLog: false }): Promise<string | null> => {
    if (stopping.signal.aborted) return null;
    await abandon(stack);
    const kept = keepLog ? `${directory}.log` : null;
    if (kept !== null) await rename(log, kept);
    await discard();
    return kept;
  };
  return { stack, directory, ended, errors, close };
}

/** Creates an organization as an operator does. Returns its admin's token. */
export async function foundOrganization(
  { databaseUrl }: Pick<Stack, 'databaseUrl'>,
  name: string,
): Promise<string> {
  const email = `admin@${name.toLowerCase()}.test`;
  const args = [ADMIN, 'create-organization', '--name', name, '--email', email];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, ...ON_ITS_OWN, DATABASE_URL: databaseUrl },
  });
  return stdout.trim();
}
