import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { startPostgres } from './postgres.ts';
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
