import { strict as assert } from 'node:assert';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, after, test } from 'node:test';
import pg from 'pg';
import { freePort } from './ports.ts';
import { type PostgresOptions, type PostgresServer, startPostgres } from './postgres.ts';
import { identify } from './process-identity.ts';

const directory = mkdtempSync(join(tmpdir(), 'stack-spec-'));
chmodSync(directory, 0o755);
after(() => rmSync(directory, { recursive: true, force: true }));

/** Starts a server that is stopped at the end of the test, whatever its result. */
async function start(context: TestContext, options: Partial<PostgresOptions> = {}): Promise<PostgresServer> {
  const server = await startPostgres({ directory, ...options });
  context.after(() => server.stop());
  return server;
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(question);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

test('creates its data once, keeps it over a restart, and leaves no process', async (context) => {
  const first = await start(context);
  await ask(first.url('postgres'), `create table kept as select 'kept' as answer`);
  await first.stop();
  assert.equal(identify(first.pid), null);
  const second = await start(context);
  assert.equal(await ask(second.url('postgres'), 'select answer from kept'), 'kept');
  assert.equal(await ask(second.url('postgres'), `select current_setting('fsync') as answer`), 'on');
});

test('sorts and encodes the same on every machine', async (context) => {
  const server = await start(context, { ephemeral: true });
  const url = server.url('postgres');
  assert.equal(await ask(url, `select current_setting('server_encoding') as answer`), 'UTF8');
  assert.equal(await ask(url, `select current_setting('TimeZone') as answer`), 'UTC');
  assert.equal(await ask(url, `select lower('ÅÉ') as answer`), 'åé');
  assert.equal(await ask(url, `select current_setting('listen_addresses') as answer`), '127.0.0.1');
});

test('has trigrams of words in every script', async (context) => {
  const server = await start(context, { ephemeral: true });
  const url = server.url('postgres');
  await ask(url, 'create extension pg_trgm');
  for (const word of ['word', 'πελάτες', 'данные', '数据库'])
    assert.equal(await ask(url, `select show_trgm('${word}') <> '{}' as answer`), true, word);
});

test('accepts further settings', async (context) => {
  const settings = { shared_preload_libraries: 'pg_stat_statements' };
  const server = await start(context, { ephemeral: true, settings });
  const given = `select current_setting('shared_preload_libraries') as answer`;
  assert.equal(await ask(server.url('postgres'), given), 'pg_stat_statements');
});

test('refuses a wrong password, over the socket and over TCP', async (context) => {
  const server = await start(context, { ephemeral: true });
  const wrong = server.url('postgres').replace(/postgres:[0-9a-f]+@/, 'postgres:wrong@');
  await assert.rejects(ask(wrong, 'select 1 as answer'), /password/);
  await assert.rejects(ask(wrong.replace(/\?.*/, ''), 'select 1 as answer'), /password/);
});

test('says in one sentence that the folder is damaged, and which one', async () => {
  const control = join(directory, 'cluster/global/pg_control');
  renameSync(control, `${control}.away`);
  await assert.rejects(startPostgres({ directory }), (error: Error) => {
    assert.match(
      error.message,
      /cannot use its data folder .*cluster \(.*pg_control.*\): if the folder is damaged, put a backup in its place/,
    );
    return !error.message.includes('\n');
  });
  renameSync(`${control}.away`, control);
});

test('says in one sentence that the port is taken', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  try {
    await assert.rejects(startPostgres({ directory, port }), new RegExp(`^Error: Port ${port}, .* is taken`));
  } finally {
    other.close();
  }
});

test('keeps its password for its owner alone', () => {
  assert.equal(statSync(join(directory, 'password')).mode & 0o777, 0o600);
});

test('works below a folder that its user cannot enter, and leaves nothing elsewhere', async (context) => {
  const closed = mkdtempSync(join(tmpdir(), 'stack-closed-'));
  const notices: string[] = [];
  const server = await start(context, {
    directory: join(closed, 'postgres'),
    ephemeral: true,
    onNotice: (sentence) => notices.push(sentence),
  });
  assert.equal(await ask(server.url('postgres'), 'select 1 as answer'), 1);
  await server.stop();
  for (const sentence of notices)
    assert.equal(existsSync(/the data is in (.*)\.$/.exec(sentence)?.[1] ?? '/nowhere'), false);
  rmSync(closed, { recursive: true });
});
