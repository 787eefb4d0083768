import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../walls/workspace.ts';

const [, given = ''] = /^ {2}CMD (\[.*"-e".*\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
const [, ...args]: readonly string[] = JSON.parse(given);

let status = 200;
const asked: unknown[] = [];
const server = createServer((request, response) => {
  asked.push(request.url);
  response.writeHead(status).end('{}');
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
after(() => server.close());

/** The exit code of the image's health check. */
async function exitCode(healthPort = port): Promise<unknown> {
  const child = spawn(process.execPath, args, { env: { HEALTH_PORT: String(healthPort) }, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code;
}

test('the health check of the image asks whether the process is ready', async () => {
  status = 200;
  assert.equal(await exitCode(), 0);
  assert.deepEqual(asked, ['/health/ready']);
  status = 503;
  assert.equal(await exitCode(), 1);
});

test('the health check of the image fails where nothing listens', async () => {
  assert.equal(await exitCode(1), 1);
});
