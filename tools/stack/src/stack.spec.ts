import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DATABASE_VARIABLES, databasesOf, ON_ITS_OWN } from './environment.ts';
import { startStack } from './stack.ts';

const directory = mkdtempSync(join(tmpdir(), 'stack-spec-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const OWN = Object.fromEntries(
  DATABASE_VARIABLES.slice(1).map((name) => [name, `postgres://elsewhere/${name}`]),
);

test('no PostgreSQL is started where each service is given a database of its own', async () => {
  const env = { ...ON_ITS_OWN, ...OWN, NATS_URL: 'nats://elsewhere' };
  const stack = await startStack({ directory, env, apps: [] });
  await stack.stop();
  assert.deepEqual(stack.servers, {});
  assert.equal(existsSync(join(directory, 'postgres')), false);
  assert.equal(stack.databaseUrl, '');
  assert.deepEqual(Object.values(stack.databaseUrls), Object.values(OWN));
});

test('a service without a database of its own has the shared one', () => {
  const { identity, search } = databasesOf(
    { IDENTITY_DATABASE_URL: 'own', SEARCH_DATABASE_URL: '' },
    'shared',
  );
  assert.deepEqual([identity, search], ['own', 'shared']);
});
