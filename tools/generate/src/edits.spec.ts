import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { addExport, addImport, addToList, insertBefore } from './edits.ts';
import { namesOf } from './names.ts';
import { nextTimestamp } from './timestamps.ts';

test('a plural has its singular, in every form', () => {
  const singulars = { labels: 'label', boxes: 'box', wishes: 'wish', 'review-notes': 'review-note' };
  for (const [plural, singular] of Object.entries(singulars))
    assert.equal(namesOf(plural)['kebab'], singular);
  const { Names, name, snake, SNAKES, Wordses } = namesOf('review-notes');
  assert.deepEqual(
    [Names, name, snake, SNAKES, Wordses],
    ['ReviewNotes', 'reviewNote', 'review_note', 'REVIEW_NOTES', 'Review notes'],
  );
  assert.equal(namesOf('articles')['a words'], 'an article');
});

test('a plural whose singular is not clear needs it', () => {
  const singulars = {
    ...{ responses: 'response', cases: 'case', licenses: 'license', releases: 'release', statuses: 'status' },
    ...{ databases: 'database', purchases: 'purchase', courses: 'course', houses: 'house', sizes: 'size' },
    ...{ caches: 'cache', movies: 'movie', cookies: 'cookie', 'policy-entries': 'policy-entry' },
    ...{ addresses: 'address', axes: 'axis', indices: 'index', bonuses: 'bonus' },
  };
  for (const [plural, singular] of Object.entries(singulars)) {
    assert.equal(namesOf(plural, singular)['kebab'], singular);
    assert.throws(() => namesOf(plural), /Say the singular: resource feedback responses response/);
  }
  for (const singular of ['Label', 'labels', ''])
    assert.throws(() => namesOf('labels', singular), /no singular/);
  for (const singular of ['address', 'bonus']) assert.throws(() => namesOf(singular), /Say the singular/);
});

test('a migration has the time as its number, or a greater one than the last, which differs between branches', () => {
  const [noon, files] = [Date.UTC(2026, 10, 21, 12), ['1-first.ts', 'migrations.spec.ts']];
  assert.equal(nextTimestamp([], noon), noon);
  assert.equal(nextTimestamp(files, noon), noon);
  const ahead = [...files, `${noon + 5_000}-later.ts`];
  const [one, other] = [nextTimestamp(ahead, noon), nextTimestamp(ahead, noon + 1)];
  assert.ok(one > noon + 5_000 && other > one);
});

test('an import comes before the first that is later in the alphabet, or after the last', () => {
  const text = `import { Module } from '@nestjs/common';\nimport { B } from './b.ts';\nimport { D } from './d.ts';\n\nA();\n`;
  assert.match(addImport(text, 'C', './c.ts'), /b\.ts';\nimport \{ C \} from '\.\/c\.ts';\nimport \{ D \}/);
  assert.match(addImport(text, 'E', './e.ts'), /d\.ts';\nimport \{ E \} from '\.\/e\.ts';\n\nA/);
});

test('a list gets an item at its end or in its order, and a missing one is an error', () => {
  assert.equal(addToList('x = { all: [A, C] }', 'all', 'B', 'last'), 'x = { all: [A, C,B] }');
  assert.equal(addToList('x = { all: [] }', 'all', 'B', 'last'), 'x = { all: [B] }');
  assert.equal(addToList('x = { all: [A,C,] }', 'all', 'B', 'alphabet'), 'x = { all: [A,B,C,] }');
  const nested = 'x = { all: [C,{ use: [D, E] }, A] }';
  assert.equal(addToList(nested, 'all', 'B', 'alphabet'), 'x = { all: [B,C,{ use: [D, E] }, A] }');
  assert.equal(addToList(nested, 'all', 'F', 'alphabet'), 'x = { all: [C,{ use: [D, E] }, A,F] }');
  assert.throws(() => addToList('x = {}', 'all', 'B', 'last'), /no list "all/);
  assert.throws(() => insertBefore('x', 'y', 'z'), /no "y"/);
  assert.equal(
    addExport(`export * from './a.ts';\nexport * from './c.ts';\n`, './b.ts').split('\n').length,
    4,
  );
});
