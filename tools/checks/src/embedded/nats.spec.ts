import { strict as assert } from 'node:assert';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, after, test } from 'node:test';
import { ON_ITS_OWN, type Stack, startStack } from '@pks/stack';
import { connect } from '@nats-io/transport-node';

const directory = mkdtempSync(join(tmpdir(), 'embedded-nats-'));
chmodSync(directory, 0o755);
after(() => rmSync(directory, { recursive: true, force: true }));

const shown: string[] = [];

/** Starts the servers of the embedded default, without its services; they are stopped at the end of the test at the latest. */
async function start(context: TestContext): Promise<Stack> {
  const stack = await startStack({
    directory,
    apps: [],
    env: ON_ITS_OWN,
    onProgress: (sentence) => shown.push(sentence),
    onLog: (source, line) => shown.push(`${source} ${line}`),
  });
  context.after(() => stack.stop());
  return stack;
}

async function userAt(address: string): Promise<string> {
  const { host: servers, username: user, password: pass } = new URL(address);
  const client = await connect({ servers, user, pass, reconnect: false });
  await client.close();
  return user;
}

test('the embedded NATS server has a user for the gateway and each service, and keeps their passwords', async (context) => {
  const passwordsOf = ({ natsUrls }: Stack): string[] =>
    Object.values(natsUrls).map((address) => new URL(address).password);
  const first = await start(context);
  const passwords = passwordsOf(first);
  const names = [
    'agents',
    'feedback',
    'gateway',
    'identity',
    'interviews',
    'knowledge',
    'notifications',
    'search',
  ];
  assert.deepEqual(Object.keys(first.natsUrls).sort(), names);
  for (const [name, address] of Object.entries(first.natsUrls)) assert.equal(await userAt(address), name);
  const { host } = new URL(first.natsUrls['gateway'] ?? '');
  await assert.rejects(connect({ servers: host, reconnect: false }), /Authorization Violation/i);
  assert.equal(new Set(passwords).size, names.length);
  await first.stop();

  const second = await start(context);
  assert.deepEqual(passwordsOf(second), passwords);
  assert.equal(statSync(join(directory, 'secrets.json')).mode & 0o777, 0o600);
  assert.deepEqual(
    shown.filter((line) => passwords.some((password) => line.includes(password))),
    [],
  );
});
