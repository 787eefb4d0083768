import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creates } from './creates.ts';
import { rowsIn } from './probe.ts';
import { COLUMNS, LISTED, NEW_ROW } from './table.ts';

test('no two requests create the same', () => {
  const requests = creates(['a', 'b'], (project, name) => ({ path: `/${project}`, body: { name } }));
  assert.equal(new Set(requests.map(({ body }) => body)).size, requests.length);
  assert.deepEqual(
    requests.slice(0, 3).map(({ path }) => path),
    ['/a', '/b', '/a'],
  );
});

test('the rows of a list are found in each form of a page', () => {
  assert.equal(rowsIn('{"count":2,"results":[{},{}]}'), 2);
  assert.equal(rowsIn('{"data":[{}],"meta":{}}'), 1);
  assert.equal(rowsIn('{"detail":"Not found"}'), 0);
});

test('a new row has each column that cannot be null', () => {
  const given = new Set(['project', 'slug', 'title', ...Object.keys(NEW_ROW)]);
  const missing = COLUMNS.filter(({ name, isNullable }) => !isNullable && !given.has(name));
  assert.deepEqual(missing, []);
  assert.ok(!LISTED.includes('payload'));
});
