import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { abandon, startStack } from '@pks/stack';

const run = promisify(execFile);
const ADMIN = fileURLToPath(new URL('../../../apps/identity/dist/admin.js', import.meta.url));
/** A quota that the abuser reaches within seconds. */
const STORAGE_QUOTA_BYTES = String(16 * 2 ** 20);

/** A running product, and the tokens of the admins of two unrelated organizations. */
export interface Target {
  readonly baseUrl: string;
  readonly honestToken: string;
  readonly abuserToken: string;
}

/** A product that was started to be abused. */
export interface OwnStack extends Target {
  /** The processes that ended although nobody stopped them. */
  readonly ended: readonly string[];
  /** Ends it and deletes its data. */
  close(): Promise<void>;
  /** The same, but keeps the output of all processes. Returns its file. */
  closeWithLog(): Promise<string>;
}

/** Starts a product with data of its own. */
export async function startOwnStack(signal?: AbortSignal): Promise<OwnStack> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-abuse-'));
  // PostgreSQL may run as another user, which has to be able to read the folder.
  await chmod(directory, 0o755);
  const discard = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const log = join(directory, 'log');
  const ended: string[] = [];
  try {
    const stack = await startStack({
      directory,
      env: {
        DATABASE_URL: '',
        NATS_URL: '',
        BLOB_STORE: join(directory, 'documents'),
        SEARCH_INDEX: join(directory, 'search'),
        EMBEDDINGS: process.env['EMBEDDINGS'] || 'none',
        LOG_LEVEL: process.env['LOG_LEVEL'] || 'info',
        STORAGE_QUOTA_BYTES,
        // This machine stands for a proxy: each user has an address, as clients have.
        TRUST_PROXY: '1',
      },
      onLog: (source, line) => appendFileSync(log, `${source} ${line}\n`),
      onEnd: (name, code) => ended.push(`${name} (${code === null ? 'killed' : `code ${code}`})`),
      ...(signal === undefined ? {} : { signal }),
    });
    // What abusers left unfinished would be worked off first.
    const close = (): Promise<void> => abandon(stack).finally(discard);
    const closeWithLog = async (): Promise<string> => {
      await stack.stop();
      const kept = `${directory}.log`;
      await rename(log, kept).finally(discard);
      return kept;
    };
    try {
      const honestToken = await foundOrganization(stack.databaseUrl, 'Honest');
      const abuserToken = await foundOrganization(stack.databaseUrl, 'Abuser');
      return { baseUrl: stack.baseUrl, honestToken, abuserToken, ended, close, closeWithLog };
    } catch (error) {
      await stack.stop();
      throw error;
    }
  } catch (error) {
    await discard();
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
