import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type PostgresServer, startPostgres } from '@pks/stack';
import { CheckoutCopy } from './checkout-copy.ts';
import { generateResource } from './resource.ts';

const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '../../node_modules/jest/bin/jest.js',
];
const RESOURCE = { service: 'feedback', plural: 'policy-entries', singular: 'policy-entry' };

const directory = mkdtempSync(join(tmpdir(), 'pks-generate-postgres-'));
let copy: CheckoutCopy;
let postgres: PostgresServer;
let paths: string[];

before(async () => {
  copy = await CheckoutCopy.make();
  paths = await generateResource({ root: copy.root, ...RESOURCE });
  postgres = await startPostgres({ directory, ephemeral: true });
});

after(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
  copy.remove();
});

test('what is generated compiles', () =>
  copy.run('.', ['node_modules/typescript7/bin/tsc', '--noEmit', '--checkers', '1', '-p', 'tsconfig.json']));

test('what is generated is formatted', () =>
  copy.run('.', ['node_modules/prettier/bin/prettier.cjs', '--check', ...paths]));

test('what is generated passes lint', () => {
  const types = 'tsconfig.generated.json';
  // Checks the types of these files and their imports only: those of the whole checkout take twice the time.
  writeFileSync(
    join(copy.root, types),
    JSON.stringify({ extends: './tsconfig.json', include: [], files: paths }),
  );
  return copy.run('.', ['node_modules/eslint/bin/eslint.js', `--parser-options=project:${types}`, ...paths]);
});

test('the generated specs pass', () =>
  copy.run('apps/feedback', [...JEST, 'src/policy-entries', 'src/migrations'], {
    DATABASE_URL: postgres.url('postgres'),
  }));

test('the generated entity and migration agree', async () => {
  await copy.run('.', ['node_modules/nx/dist/bin/nx.js', 'build', '@pks/feedback']);
  await copy.run('apps/feedback', ['dist/schema-check.js'], { DATABASE_URL: postgres.url('postgres') });
});

test('a resource that exists, and a service that does not, are refused before anything is written', async () => {
  const root = copy.root;
  await assert.rejects(generateResource({ root, ...RESOURCE }), /exists already/);
  await assert.rejects(
    generateResource({ root, service: 'gateway', plural: 'labels' }),
    /no service with a database/,
  );
  await assert.rejects(generateResource({ root, service: 'feedback', plural: 'Label' }), /no plural/);
  assert.ok(!existsSync(join(root, 'apps/feedback/src/labels')));
});
