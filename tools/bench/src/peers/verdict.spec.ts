import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../measure.ts';
import { type Cell, behindIn, cellTable, costsOf, ratiosOf } from './verdict.ts';

const run = (perSecond: number, p99: number): Run => ({
  perSecond,
  p50: p99 / 2,
  p99,
  requests: perSecond,
  failed: 0,
  refused: {},
  cpu: { process: 300, postgres: 200 },
});

const cell = (product: Run[], other: Run[]): Cell => ({
  peer: 'Other',
  point: 'list',
  connections: 64,
  product,
  other,
});

test("each round is compared with the peer's run beside it", () => {
  const product = [run(100, 10), run(1_000, 40), run(300, 20)];
  const other = [run(50, 20), run(500, 10), run(100, 20)];
  assert.deepEqual(ratiosOf(cell(product, other)), { perSecond: 2, p99: 1 });
});

test('the product is behind with fewer requests a second, and with a longer p99', () => {
  assert.deepEqual(behindIn([cell([run(200, 10)], [run(100, 20)])]), []);
  assert.deepEqual(behindIn([cell([run(90, 30)], [run(100, 20)])]), [
    'list at 64, Other: 0.90 of its requests a second',
    'list at 64, Other: 1.50 times its p99',
  ]);
});

test('a cell without a run of the peer is not one in which the product is ahead', () => {
  assert.equal(behindIn([cell([run(200, 10)], [])]).length, 2);
});

test('the table has both numbers, their ratio and what failed', () => {
  const text = cellTable([cell([run(200, 10)], [{ ...run(100, 20), failed: 3 }])]);
  assert.match(
    text.split('\n')[1] ?? '',
    /^list, Other +64 +200 +100 +2\.00 +5 +10 +10 +20 +0\.50 +500 +500 +0 \+ 3$/,
  );
});

test('what a point costs the product is shown by process', () => {
  const dear = { ...run(100, 10), cpu: { process: 500, postgres: 600 } };
  assert.deepEqual(costsOf([cell([run(100, 10), dear], [])]), ['list: process 400, postgres 400']);
});
