import { readFileSync } from 'node:fs';
import { run } from './child.ts';

/** The user that PostgreSQL runs as; empty when it is the caller. */
export interface ServerAccount {
  readonly uid?: number;
  readonly gid?: number;
}

const CANDIDATES = ['postgres', 'nobody'];
const CREATED = 'pks-postgres';

/** PostgreSQL refuses to run as root, so root starts it as an unprivileged user; any other user runs it as themselves. */
export async function serverAccount(): Promise<ServerAccount> {
  const uid = process.getuid?.();
  if (uid === undefined)
    throw new Error('The embedded PostgreSQL runs on Linux and macOS only; set DATABASE_URL instead.');
  if (uid !== 0) return assertNamed(uid);
  for (const name of [...CANDIDATES, CREATED]) {
    const account = await lookUp(name);
    if (account !== null) return account;
  }
  return createAccount();
}

/** PostgreSQL's initdb needs the name of its user, so a user id without a name cannot run it. */
async function assertNamed(uid: number): Promise<ServerAccount> {
  const { code } = await run('id', ['-un']).catch(() => ({ code: 0 }));
  if (code === 0) return {};
  throw new Error(
    `PostgreSQL cannot run as user ${uid}, which has no entry in /etc/passwd; run as a named user, or set DATABASE_URL to a server that runs already.`,
  );
}

async function lookUp(name: string): Promise<{ uid: number; gid: number } | null> {
  const [uid, gid] = [await numberOf('-u', name), await numberOf('-g', name)];
  return uid === null || gid === null || uid === 0 ? null : { uid, gid };
}

async function numberOf(option: string, name: string): Promise<number | null> {
  const { code, output } = await run('id', [option, name]).catch(() => ({ code: 1, output: '' }));
  return code === 0 && /^\d+$/.test(output) ? Number(output) : null;
}

async function createAccount(): Promise<ServerAccount> {
  await run('useradd', ['--system', '--no-create-home', '--shell', '/bin/false', CREATED])
    .catch(() => run('adduser', ['-S', '-D', '-H', CREATED]))
    .catch(() => undefined);
  const account = await lookUp(CREATED);
  if (account !== null) return account;
  throw new Error(
    'PostgreSQL refuses to run as root, and no unprivileged user exists or could be created for it; run as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether the account, which may differ from this process's, can read and enter the folder. */
export async function canUse(account: ServerAccount, folder: string): Promise<boolean> {
  const { code } = await run('/bin/sh', ['-c', 'cd "$1" && test -r . -a -x .', 'sh', folder], {
    ...account,
    cwd: '/',
  });
  return code === 0;
}

/** The version in a package's manifest. */
export function versionOf(manifest: string): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}
