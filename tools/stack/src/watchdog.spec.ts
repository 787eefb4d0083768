import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify } from './process-identity.ts';

const PROGRAM = `
  const { startNats } = await import(${JSON.stringify(new URL('./nats.ts', import.meta.url).href)});
  const server = await startNats();
  console.log(String(server.pid));
  setInterval(() => undefined, 1000);
`;

test('a server does not outlive the process that started it, even one that is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => owner.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
  const server = Number(line);
  assert.notEqual(identify(server), null);
  owner.kill('SIGKILL');
  for (let waited = 0; identify(server) !== null && waited < 5_000; waited += 50) await sleep(50);
  assert.equal(identify(server), null);
});
