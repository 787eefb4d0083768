import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { identify } from './process-identity.ts';
import { startService } from './services.ts';

const folder = mkdtempSync(join(tmpdir(), 'service-spec-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const READY = `
  import { createServer } from 'node:http';
  createServer((request, response) => response.end('ok')).listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
  process.on('SIGTERM', () => { console.log('stopping'); process.exit(0); });
`;

function entry(name: string, code: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

test('waits until the service is ready, and lets it finish at the end', async () => {
  const lines: string[] = [];
  const service = await startService({
    name: 'good',
    entry: entry('good', READY),
    env: {},
    onLog: (line) => lines.push(line),
  });
  await service.stop();
  assert.equal(await service.exited, 0);
  assert.deepEqual(lines, ['stopping']);
  assert.equal(identify(service.pid), null);
});

test('waits as long as it would, when the machine was asleep meanwhile', async ({ mock }) => {
  const late = `console.log('begun'); setTimeout(async () => { ${READY.replace(/import \{ createServer \} from 'node:http';/, "const { createServer } = await import('node:http');")} }, 500);`;
  const wake = (): void => {
    const later = Date.now() + 3_600_000;
    mock.method(Date, 'now', () => later);
  };
  const service = await startService({ name: 'late', entry: entry('late', late), env: {}, onLog: wake });
  await service.stop();
});

test('serves health where it did before, unless something else does meanwhile', async () => {
  const options = { name: 'again', entry: entry('again', READY), env: {} };
  const first = await startService(options);
  await first.stop();
  const { healthPort } = first;
  const second = await startService({ ...options, healthPort });
  const beside = await startService({ ...options, healthPort });
  await Promise.all([second.stop(), beside.stop()]);
  assert.equal(second.healthUrl, first.healthUrl);
  assert.notEqual(beside.healthUrl, first.healthUrl);
});

test('names the service and its last output when it exits too soon', async () => {
  const file = entry('bad', `console.error('PORT: A valid integer is required.'); process.exit(3);`);
  await assert.rejects(
    startService({ name: 'bad', entry: file, env: {} }),
    /^Error: The service bad ended with code 3 before it was ready.*\n.*A valid integer is required/,
  );
});

test('cancels a start, and leaves no process', async () => {
  const pid: number[] = [];
  const file = entry('slow', `console.log(String(process.pid)); setInterval(() => undefined, 1000);`);
  const giveUp = new AbortController();
  const start = startService({
    name: 'slow',
    entry: file,
    env: {},
    onLog: (line) => {
      pid.push(Number(line));
      giveUp.abort(new Error('enough'));
    },
    signal: giveUp.signal,
  });
  await assert.rejects(start, /enough/);
  assert.equal(identify(pid[0] ?? 0), null);
});

test('says every few seconds which server a service waits for, and why', async () => {
  const waiting = `
    import { createServer } from 'node:http';
    const parts = { database: 'connect ECONNREFUSED 127.0.0.1:5999', nats: 'NATS is away.', calls: 'Calls are not taken.' };
    createServer((request, response) => response.writeHead(503).end(JSON.stringify({ ready: false, parts })))
      .listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
  `;
  const told = Promise.withResolvers<string>();
  const giveUp = new AbortController();
  const start = startService({
    name: 'waiting',
    entry: entry('waiting', waiting),
    env: {},
    onWaiting: told.resolve,
    signal: giveUp.signal,
  });
  const ended = assert.rejects(start, /enough/);
  assert.equal(await told.promise, 'PostgreSQL: connect ECONNREFUSED 127.0.0.1:5999');
  giveUp.abort(new Error('enough'));
  await ended;
});
