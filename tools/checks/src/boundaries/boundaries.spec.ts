import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { Project } from '../walls/workspace.ts';
import { judgeCases } from './cases.ts';
import { judgeLock } from './lock.ts';
import { judgeName, judgeProject, judgeStarts, judgeTests } from './rules.ts';

const contracts: Project = {
  name: '@pks/contracts',
  folder: 'libs/contracts',
  tags: ['type:contracts'],
  dependencies: [],
  implicitDependencies: [],
  targets: [],
};
const identity: Project = {
  name: '@pks/identity',
  folder: 'apps/identity',
  tags: ['type:app'],
  dependencies: ['@pks/contracts'],
  implicitDependencies: [],
  targets: ['build', 'test'],
};
const all = [contracts, identity];

test('accepts an app that depends on the contracts', () => {
  assert.deepEqual(judgeProject(identity, all), []);
});

test('refuses a package without tags, with two kinds, and of an unknown kind', () => {
  for (const tags of [[], ['scope:x'], ['type:app', 'type:tools'], ['type:thing']]) {
    assert.equal(judgeProject({ ...identity, tags }, all).length, 1);
  }
});

test('refuses contracts that depend on an app, and an app that depends on something that does not exist', () => {
  assert.equal(judgeProject({ ...contracts, dependencies: ['@pks/identity'] }, all).length, 1);
  assert.equal(judgeProject({ ...identity, dependencies: ['@pks/nothing'] }, all).length, 1);
});

test('refuses a kind in the wrong place', () => {
  assert.equal(judgeProject({ ...identity, folder: 'libs/identity' }, all).length, 1);
});

test('refuses names that say nothing', () => {
  assert.notEqual(judgeName('apps/identity/src/utils.ts'), null);
  assert.notEqual(judgeName('apps/identity/src/user-helper.ts'), null);
  assert.notEqual(judgeName('apps/console/src/common.tsx'), null);
  assert.equal(judgeName('apps/identity/src/users.service.ts'), null);
});

test('refuses a package whose specs nobody runs', () => {
  for (const spec of ['src/a.spec.ts', 'test/a.e2e-spec.ts']) {
    const paths = ['apps/identity/src/a.ts', `apps/identity/${spec}`];
    assert.equal(judgeTests({ ...identity, targets: ['build'] }, paths).length, 1);
    assert.deepEqual(judgeTests(identity, paths), []);
    assert.deepEqual(judgeTests(contracts, paths), []);
  }
});

test('refuses a spec of a form that nobody runs', () => {
  for (const spec of ['src/a.spec.tsx', 'test/a.e2e-spec.tsx', 'src/a.spec.mjs']) {
    const [path, ...more] = judgeTests(identity, [`apps/identity/${spec}`, 'apps/other/src/b.spec.tsx']);
    assert.deepEqual([path?.split(' ')[0], more], [`apps/identity/${spec}`, []]);
  }
});

test('refuses a case of the console that its check does not import', () => {
  const texts = new Map([
    ['signals.ts', `test('a signal', async (open) => {});`],
    ['submitted.ts', 'export async function submitted() {}'],
  ]);
  assert.deepEqual(judgeCases(`import './cases/signals.ts';`, texts), []);
  assert.match(
    judgeCases(`import './cases/pages.ts';`, texts).join(),
    /^cases\/signals\.ts is run by nothing/,
  );
});

test('refuses a package that starts services which Nx does not build for it', () => {
  const starts = `import { type Product, startProduct } from '@pks/testing';`;
  const runs = `new URL('../../../apps/identity/dist/admin.js', import.meta.url)`;
  for (const text of [starts, runs]) {
    assert.equal(judgeStarts(identity, [text]).length, 1);
    assert.deepEqual(judgeStarts({ ...identity, implicitDependencies: ['tag:type:app'] }, [text]), []);
  }
  assert.deepEqual(judgeStarts(identity, [`import { startPostgres } from '@pks/stack';`]), []);
});

test('refuses a locked package without a checksum, except for links and named exceptions', () => {
  const [exception, other] = ['node_modules/@lancedb/lancedb-darwin-arm64', 'apps/a/node_modules/b'];
  const integrity = 'sha512-x';
  assert.deepEqual(
    judgeLock({
      '': {},
      'apps/a': {},
      'node_modules/@pks/a': { link: true },
      [exception]: {},
      [other]: { integrity },
    }),
    [],
  );
  assert.equal(judgeLock({ [other]: {} }).length, 1);
  assert.equal(judgeLock({ [exception]: { integrity } }).length, 1);
});
