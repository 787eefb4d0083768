import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, after, test } from 'node:test';
import { startPostgres } from './postgres.ts';
import { serverAccount } from './postgres-account.ts';
import { identify } from './process-identity.ts';

const directory = mkdtempSync(join(tmpdir(), 'leftover-spec-'));
chmodSync(directory, 0o755);
after(() => rmSync(directory, { recursive: true, force: true }));

const PROGRAM = `
  const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)});
  const server = await startPostgres({ directory: ${JSON.stringify(directory)}, ephemeral: true });
  console.log(String(server.pid));
  setInterval(() => undefined, 1000);
`;

test('refuses a folder in use, and once its owner is killed, replaces the server that was left', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => owner.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
  await assert.rejects(
    startPostgres({ directory, ephemeral: true }),
    /is in use by process \d+; stop that one first/,
  );
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const next = await startPostgres({ directory, ephemeral: true });
  assert.equal(identify(Number(line)), null);
  await next.stop();
});

/** A process of PostgreSQL's user that has the id which the last server of this machine had. */
async function afterACrash(t: TestContext, argv0: string): Promise<number> {
  await startPostgres({ directory, ephemeral: true }).then((server) => server.stop());
  const account = await serverAccount();
  const other = spawn('sleep', ['3600'], { ...account, argv0, stdio: 'ignore', cwd: '/' });
  t.after(() => other.kill());
  await once(other, 'spawn');
  const file = join(directory, 'cluster/postmaster.pid');
  writeFileSync(
    file,
    `${other.pid}\n${join(directory, 'cluster')}\n1\n20000\n/tmp\n127.0.0.1\n  1 1\nready   \n`,
  );
  if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid);
  return other.pid ?? 0;
}

test('starts although another program has the process id that the last server had', async (t) => {
  const other = await afterACrash(t, 'sleep');
  const server = await startPostgres({ directory, ephemeral: true });
  await server.stop();
  assert.notEqual(identify(other), null);
});

test('names another PostgreSQL that has this id, because it might use the data, and does not say to remove them', async (t) => {
  const other = await afterACrash(t, '/usr/lib/postgresql/bin/postgres');
  await assert.rejects(
    startPostgres({ directory, ephemeral: true }),
    new Error(`PostgreSQL's data in ${directory} is in use by process ${other}; stop that one first.`),
  );
});
