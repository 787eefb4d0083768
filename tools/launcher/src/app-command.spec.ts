import { strict as assert } from 'node:assert';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ON_ITS_OWN } from '@pks/stack';
import { databaseGiven, databaseOf, deadLetters } from './app-command.ts';
import { CHECKOUT } from './checkout.ts';

/** A data folder that no product has used yet. */
function unusedFolder(t: TestContext): string {
  const parent = mkdtempSync(join(tmpdir(), 'app-command-'));
  t.after(() => rmSync(parent, { recursive: true }));
  return join(parent, 'data');
}

function launch(folder: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(CHECKOUT, 'tools/launcher/src/main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...ON_ITS_OWN, DATA_DIRECTORY: folder },
  });
}

test('a service without dead letters is refused with the names of those that have some', async () => {
  for (const service of ['gateway', '../identity', ''])
    await assert.rejects(
      deadLetters([service, 'list']),
      /SERVICE is one of agents, feedback, identity, interviews, knowledge, notifications, search\.$/,
    );
});

for (const command of [
  ['admin', 'reset-password', '--email', 'ana@acme.test', '--password', 'correct horse'],
  ['dead-letters', 'identity', 'list'],
  ['search:rebuild'],
])
  test(`${command.slice(0, 2).join(' ')} makes no database where there is none, and says where it looked`, (t) => {
    const folder = unusedFolder(t);
    const { status, stderr } = launch(folder, ...command);
    assert.equal(
      stderr,
      `\nThere is no database in ${folder}/postgres: set DATA_DIRECTORY to the folder with which the product is started.\n`,
    );
    assert.equal(status, 1);
    assert.equal(existsSync(folder), false);
  });

test('where no product runs, it is said which database is used', (t) => {
  const [directory, elsewhere] = [unusedFolder(t), unusedFolder(t)];
  const options = { env: {}, directory };
  assert.equal(databaseOf('identity', true, options), `The database is a new one, in ${directory}.`);
  mkdirSync(join(elsewhere, 'cluster'), { recursive: true });
  mkdirSync(directory);
  writeFileSync(join(directory, 'location'), `${elsewhere}\n`);
  const existing = `The database is the one in ${directory}, whose product does not run.`;
  for (const founds of [true, false]) assert.equal(databaseOf('identity', founds, options), existing);
  rmSync(join(elsewhere, 'cluster'), { recursive: true });
  assert.throws(() => databaseOf('identity', false, options), /^Error: There is no database in /);
  const env = { IDENTITY_DATABASE_URL: 'postgres://host/own', DATABASE_URL: 'postgres://host/shared' };
  const named = (service: string): string => databaseOf(service, false, { env, directory });
  assert.equal(named('identity'), 'The database is the one that IDENTITY_DATABASE_URL names.');
  assert.equal(named('search'), 'The database is the one that DATABASE_URL names.');
});

test('a command about a service uses the database that the service has in the product that runs', () => {
  const launcher = { pid: process.pid, startedAt: '' };
  const databaseUrls = { identity: 'postgres://host/own', search: 'postgres://host/shared' };
  const running = { launcher, databaseUrl: databaseUrls.search, databaseUrls };
  assert.equal(databaseGiven('identity', running, {}), databaseUrls.identity);
  assert.equal(databaseGiven('search', running, {}), databaseUrls.search);
  const env = { IDENTITY_DATABASE_URL: 'postgres://host/of-the-shell' };
  assert.equal(databaseGiven('identity', running, env), env.IDENTITY_DATABASE_URL);
});

for (const [command, usage] of [
  [['admin'], /^The commands are:\n {2}create-organization --name N /],
  [['dead-letters'], /^Use: npm run dead-letters -- SERVICE list, /],
  [['dead-letters', 'identity'], /^Use: list, replay EVENT_ID, or replay all\.\n$/],
  [['search:rebuild'], /^It takes no arguments\./],
  [['bench'], /^Use: npm run bench /],
  [['bench:search'], /^Use: npm run bench:search /],
  [['chaos'], /^Use: npm run chaos /],
  [['abuse'], /^Use: npm run abuse /],
  [['hostile'], /^Use: npm run hostile /],
] as const)
  test(`${command.join(' ')} --help says how it is used, and does nothing else`, (t) => {
    const folder = unusedFolder(t);
    const { status, stdout, stderr } = launch(folder, ...command, '--help');
    assert.equal(stderr, '');
    assert.match(stdout, usage);
    assert.equal(status, 0);
    assert.equal(existsSync(folder), false);
  });

test('a command that is not given as it is used ends with code 2', (t) => {
  const { status, stderr } = launch(unusedFolder(t), 'dead-letters', 'gateway', 'list');
  assert.match(stderr, /^\nUse: npm run dead-letters /);
  assert.equal(status, 2);
});
