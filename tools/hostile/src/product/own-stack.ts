import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Stack, startStack } from '@pks/stack';

const run = promisify(execFile);
const ADMIN = fileURLToPath(new URL('../../../../apps/identity/dist/admin.js', import.meta.url));

/** A running product, and the tokens of the admins of two unrelated organizations. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly strangerToken: string;
}

/** A product that was started for hostile requests. */
export interface OwnStack extends Target {
  /** The processes that ended although nobody stopped them. */
  readonly ended: readonly string[];
  /** Ends it and deletes its data; of its output, only what is asked for is kept. Returns the file, if any. */
  close(options?: { readonly keepLog: boolean }): Promise<string | null>;
}

/** Starts a product with data of its own, which nothing limits but what always does. */
export async function startOwnStack(signal?: AbortSignal): Promise<OwnStack> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-hostile-'));
  // PostgreSQL may run as another user, which has to be able to read the folder.
  await chmod(directory, 0o755);
  const log = join(directory, 'log');
  const ended: string[] = [];
  let stack: Stack | undefined;
  const close = async ({ keepLog } = { keepLog: false }): Promise<string | null> => {
    // What was begun would be worked off first.
    await Promise.all(Object.values(stack?.services ?? {}).map((service) => service.kill()));
    await stack?.stop();
    const kept = keepLog ? `${directory}.log` : null;
    if (kept !== null) await rename(log, kept);
    await rm(directory, { recursive: true, force: true });
    return kept;
  };
  try {
    stack = await startStack({
      directory,
      ephemeral: true,
      env: {
        DATABASE_URL: '',
        NATS_URL: '',
        BLOB_STORE: join(directory, 'documents'),
        SEARCH_INDEX: join(directory, 'search'),
        EMBEDDINGS: 'none',
        LANGUAGE_MODEL: '',
        WEB_SEARCH: '',
        LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
        RATE_LIMIT_PER_MINUTE: '',
      },
      onLog: (source, line) => appendFileSync(log, `${source} ${line}\n`),
      onEnd: (name, code) => ended.push(`${name} (${code === null ? 'killed' : `code ${code}`})`),
      ...(signal === undefined ? {} : { signal }),
    });
    const [token, strangerToken] = [
      await foundOrganization(stack.databaseUrl, 'Hostile'),
      await foundOrganization(stack.databaseUrl, 'Stranger'),
    ];
    return { baseUrl: stack.baseUrl, token, strangerToken, ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates an organization as an operator does. Returns its admin's token. */
async function foundOrganization(databaseUrl: string, name: string): Promise<string> {
  const email = `admin@${name.toLowerCase()}.test`;
  const args = [ADMIN, 'create-organization', '--name', name, '--email', email];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return stdout.trim();
}
