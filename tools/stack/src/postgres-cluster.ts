import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './child.ts';
import type { ServerAccount } from './postgres-account.ts';
import { give, passwordOf, type PostgresHome } from './postgres-home.ts';
import { type ClusterSettings, initdbArguments } from './postgres-settings.ts';

/** The major version of the data folders that this server reads. */
const MAJOR = '18';

/** How a data folder is created. */
export interface ClusterOptions {
  readonly initdb: string;
  readonly account: ServerAccount;
  readonly ephemeral: boolean;
}

/** Creates the data folder if there is none, or if its creation was interrupted. */
export async function ensureCluster(home: PostgresHome, options: ClusterOptions): Promise<void> {
  if (existsSync(home.cluster)) return assertReadable(home.cluster);
  const unfinished = `${home.cluster}.new`;
  const passwordFile = `${home.cluster}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  give(unfinished, options.account);
  writeFileSync(passwordFile, `${passwordOf(home)}\n`, { mode: 0o600 });
  give(passwordFile, options.account, 0o600);
  const { code, output } = await initialize(unfinished, passwordFile, options);
  rmSync(passwordFile, { force: true });
  if (code !== 0)
    throw new Error(`PostgreSQL could not make its data folder ${home.cluster}: ${reasonIn(output)}`);
  renameSync(unfinished, home.cluster);
}

/** Runs initdb, and again with the locale `C` if the C library, such as that of an older macOS, has no other. */
async function initialize(
  cluster: string,
  passwordFile: string,
  { initdb, account, ephemeral }: ClusterOptions,
): Promise<{ code: number | null; output: string }> {
  const create = (letters: ClusterSettings['letters']) =>
    run(initdb, initdbArguments(cluster, { passwordFile, ephemeral, letters }), {
      ...account,
      cwd: dirname(cluster),
      env: { ...process.env, LC_ALL: 'C' },
    });
  const created = await create('C.UTF-8');
  return created.code !== 0 && created.output.includes('invalid locale name') ? create('C') : created;
}

function assertReadable(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) throw damaged(cluster, 'it has no PG_VERSION');
  const version = readFileSync(file, 'utf8').trim();
  if (version !== MAJOR) throw damaged(cluster, `it belongs to PostgreSQL ${version}, this is ${MAJOR}`);
}

/** The error, in one sentence, for a data folder that lacks what every one has, or is another version's. */
function damaged(cluster: string, reason: string): Error {
  return new Error(
    `PostgreSQL cannot use its data folder ${cluster} (${reason}): put a backup in its place, or remove the folder to begin with empty data.`,
  );
}

/** The error, in one sentence, for a server that does not start, be its data folder damaged, the disk full, or anything else. */
export function refused(cluster: string, reason: string): Error {
  return new Error(
    `PostgreSQL cannot use its data folder ${cluster} (${reason.replace(/[.\s]+$/, '')}): if the folder is damaged, put a backup in its place, or remove it to begin with empty data.`,
  );
}

/** The line of a program's output that says why it failed. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.find((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? 'no reason was given';
  return reason.replace(/^.*?(?:FATAL|PANIC|error):\s*/i, '');
}
