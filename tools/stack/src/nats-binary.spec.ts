import { strict as assert } from 'node:assert';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cachedNatsServer, locateNatsServer } from './nats-binary.ts';
import { cacheFolders } from './nats-cache.ts';
import { NATS_SOURCES } from './nats-fetch.ts';
import { remarkOnNats } from './nats-version.ts';

const [release = '', debian = ''] = NATS_SOURCES.map(({ name }) => name);

function aFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pks-nats-cache-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program that reports its version like a NATS server. */
function aNatsServer(folder: string, name: string, version: string): string {
  return aProgram(folder, name, `#!/bin/sh\necho nats-server: v${version}\n`);
}

function aProgram(folder: string, name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  chmodSync(file, 0o755);
  return file;
}

test('what is fetched is cached for this platform and architecture, and what an earlier version cached is found last', async (context) => {
  const folder = aFolder(context);
  for (const name of [release, debian])
    assert.ok(name.endsWith(`-${process.platform}-${process.arch}`), name);
  assert.equal(await cachedNatsServer([folder]), null);
  const earlier = aNatsServer(folder, 'nats-server-debian', '2.9.10');
  assert.equal(await cachedNatsServer([folder]), earlier);
  const own = aNatsServer(folder, debian, '2.9.10');
  assert.equal(await cachedNatsServer([folder]), own);
});

test('a cached file that does not run on this machine is passed over', async (context) => {
  const folder = aFolder(context);
  aProgram(folder, release, '\x7fELF of another machine');
  aProgram(folder, debian, '');
  assert.equal(await cachedNatsServer([folder]), null);
});

test('a version that is for trying out only is remarked on, with what to do', async (context) => {
  const folder = aFolder(context);
  const remark = await remarkOnNats(aNatsServer(folder, 'old', '2.9.10'));
  assert.match(remark ?? '', /^NATS 2\.9\.10 \(\S+\) is for trying out only.* 2\.12 .*NATS_SERVER_BIN\.$/);
  for (const version of ['2.10.27', '2.12.15', '2.15.1', '3.0.0'])
    assert.equal(await remarkOnNats(aNatsServer(folder, version, version)), null);
  assert.equal(await remarkOnNats(join(folder, 'missing')), null);
});

/** Sets variables of this process for a test. */
function withVariables(context: TestContext, variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name];
    context.after(() => (before === undefined ? delete process.env[name] : (process.env[name] = before)));
    process.env[name] = value;
  }
}

test('a relative path is one of this process, not of the folder in which the server is started', async (context) => {
  const folder = aFolder(context);
  const file = aNatsServer(folder, 'nats-server', '2.12.15');
  withVariables(context, { NATS_SERVER_BIN: relative(process.cwd(), file) });
  assert.equal(await locateNatsServer(), file);
  withVariables(context, { NATS_SERVER_BIN: '', PATH: relative(process.cwd(), folder) });
  assert.equal(await locateNatsServer(), file);
});

test('the cache is that of the user, whatever variables are empty or relative', (context) => {
  const inCheckout = cacheFolders().at(-1);
  withVariables(context, { HOME: '/home/ana', XDG_CACHE_HOME: '/cache' });
  assert.deepEqual(cacheFolders(), ['/cache/project-knowledge', inCheckout]);
  for (const none of ['', 'cache']) {
    process.env['XDG_CACHE_HOME'] = none;
    assert.deepEqual(cacheFolders(), ['/home/ana/.cache/project-knowledge', inCheckout]);
  }
  process.env['HOME'] = '';
  assert.deepEqual(cacheFolders(), [inCheckout]);
});
