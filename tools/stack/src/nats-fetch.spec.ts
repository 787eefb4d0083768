import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { download, type Fetching } from './download.ts';
import { fetchNatsServer } from './nats-fetch.ts';
import { fromRelease } from './nats-release.ts';

const STOPPED = new Error('It was stopped.');
const REPORTED_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

function fetching(signal = new AbortController().signal): Fetching & { readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, onLog: (line) => lines.push(line), signal };
}

function aFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pks-nats-cache-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server with this listener, and returns its address. */
async function aServer(context: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a stop ends a download that is not answered, and no other source is tried', async (context) => {
  const stopping = new AbortController();
  const host = await aServer(context, () => stopping.abort(STOPPED));
  const cache = aFolder(context);
  const options = fetching(stopping.signal);
  const other = context.mock.fn(() => Promise.reject(new Error('not reached')));
  const sources = [
    { name: 'release', fetch: (workspace: string) => fromRelease(workspace, options, `http://${host}`) },
    { name: 'other', fetch: other },
  ];
  await assert.rejects(fetchNatsServer(options, sources, cache), STOPPED);
  assert.equal(other.mock.callCount(), 0);
  assert.deepEqual(readdirSync(cache), []);
});

test('where the checksum is known, the archive alone is asked for', async (context) => {
  if (process.platform !== 'linux') return context.skip('checksums of other platforms are published');
  const asked: string[] = [];
  const host = await aServer(context, ({ url = '' }, response) => {
    asked.push(url);
    response.end('another archive');
  });
  const refused = /^Error: the checksum of nats-server-v\S+\.tar\.gz is wrong$/;
  await assert.rejects(fromRelease(aFolder(context), fetching(), `http://${host}`), refused);
  assert.deepEqual(
    asked.map((path) => path.endsWith('.tar.gz')),
    [true],
  );
});

test('a download that stands still, breaks off or is refused names the host', async (context) => {
  const host = await aServer(context, ({ url }, response) => {
    if (url === '/refused') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': 1_000_000 });
    response.write('some of it', () => url === '/broken' && response.destroy());
  });
  const at = (path: string): string => `http://${host}${path}`;
  await assert.rejects(download(at('/still'), fetching(), 50), new Error(`${host} sends nothing`));
  await assert.rejects(download(at('/broken'), fetching()), new Error(`the download from ${host} broke off`));
  await assert.rejects(
    download(at('/refused'), fetching()),
    new Error(`${host} answered 404 for ${at('/refused')}`),
  );
});

test('a long download says how much of it has arrived', async (context) => {
  const finish: (() => void)[] = [];
  const host = await aServer(context, (_request, response) => {
    response.write(Buffer.alloc(1_000_000));
    finish.push(() => response.end());
  });
  context.mock.timers.enable({ apis: ['setInterval'] });
  const options = fetching();
  const downloading = download(`http://${host}/`, options);
  while (!options.lines.includes('1.0 MB have arrived.')) {
    await sleep(10);
    context.mock.timers.tick(REPORTED_EVERY_MS);
  }
  for (const end of finish) end();
  assert.equal((await downloading).length, 1_000_000);
});

test('what killed processes left of a download is removed at the next one, and what others are fetching is not', async (context) => {
  const cache = aFolder(context);
  for (const name of ['fetching-killed', 'fetching-now']) mkdirSync(join(cache, name));
  const before = new Date(Date.now() - 2 * HOUR_MS);
  utimesSync(join(cache, 'fetching-killed'), before, before);
  const fetch = (workspace: string): Promise<string> => {
    const program = join(workspace, 'program');
    writeFileSync(program, '');
    return Promise.resolve(program);
  };
  await fetchNatsServer(fetching(), [{ name: 'program', fetch }], cache);
  assert.deepEqual(readdirSync(cache).sort(), ['fetching-now', 'program']);
});
