import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.ts';
import type { ServerAccount } from './postgres-account.ts';
import { give, passwordOf, type PostgresHome } from './postgres-home.ts';
import { initdbArguments } from './postgres-settings.ts';

/** The data folders that this server reads. */
const MAJOR = '18';

/** Creates the data folder when there is none, or when its creation was interrupted. */
export async function ensureCluster(
  home: PostgresHome,
  options: { initdb: string; account: ServerAccount; ephemeral: boolean },
): Promise<void> {
  if (existsSync(home.cluster)) return assertReadable(home.cluster);
  const unfinished = `${home.cluster}.new`;
  const passwordFile = `${home.cluster}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  give(unfinished, options.account);
  writeFileSync(passwordFile, `${passwordOf(home)}\n`, { mode: 0o600 });
  give(passwordFile, options.account, 0o600);
  const { code, output } = await run(
    options.initdb,
    initdbArguments(unfinished, passwordFile, options.ephemeral),
    {
      uid: options.account.uid,
      gid: options.account.gid,
      cwd: home.folder,
      env: { ...process.env, LC_ALL: 'C' },
    },
  );
  rmSync(passwordFile, { force: true });
  if (code !== 0)
    throw new Error(`PostgreSQL could not make its data folder ${home.cluster}: ${reasonIn(output)}`);
  renameSync(unfinished, home.cluster);
}

function assertReadable(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) throw damaged(cluster, 'it has no PG_VERSION');
  const version = readFileSync(file, 'utf8').trim();
  if (version !== MAJOR) throw damaged(cluster, `it belongs to PostgreSQL ${version}, this is ${MAJOR}`);
}

/** One sentence for a data folder that the server refuses. */
export function damaged(cluster: string, reason: string): Error {
  return new Error(
    `PostgreSQL cannot use its data folder ${cluster} (${reason.replace(/[.\s]+$/, '')}): put a backup in its place, or remove the folder to begin with empty data.`,
  );
}

/** The line of a program's output that says why it failed. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.find((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? 'no reason was given';
  return reason.replace(/^.*?(?:FATAL|PANIC|error):\s*/i, '');
}
