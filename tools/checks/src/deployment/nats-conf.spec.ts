import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { locateNatsServer } from '@pks/stack';
import { ROOT } from '../walls/workspace.ts';

const DEPLOYED = join(ROOT, 'tools/deployment');
const folder = mkdtempSync(join(tmpdir(), 'nats-conf-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const users = readFileSync(join(DEPLOYED, 'nats-users.conf'), 'utf8');
const variables = [...users.matchAll(/password: \$(\S+)/g)].map(([, name = '']) => name);

/** What a server reports about the configuration, with passwords given as docker-compose.yml gives them. */
async function checked(passwords: Readonly<Record<string, string>>): Promise<string> {
  const file = join(folder, 'project-knowledge.conf');
  // Servers before 2.10 refuse this line; the image has a later one.
  const text = readFileSync(join(DEPLOYED, 'nats.conf'), 'utf8').replace('sync_interval: always', '');
  writeFileSync(file, text.replace('/data', join(folder, 'data')));
  cpSync(join(DEPLOYED, 'nats-users.conf'), join(folder, 'nats-users.conf'));
  const args = ['--config', file, '-t'];
  const { stdout, stderr } = spawnSync(await locateNatsServer(), args, { env: passwords, encoding: 'utf8' });
  return stdout + stderr;
}

test('a server accepts nats.conf, also with a password of digits alone', async () => {
  const passwords = Object.fromEntries(variables.map((name) => [name, '"1234567890"']));
  assert.match(await checked(passwords), /is valid/);
});

test('no server starts without a password of one of its users', async () => {
  const [missing = '', ...rest] = variables;
  const passwords = Object.fromEntries(rest.map((name) => [name, '"secret"']));
  assert.match(await checked(passwords), new RegExp(missing));
});
