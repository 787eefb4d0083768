import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { textOf } from './findings.ts';
import { hostile } from './hostile.ts';
import { type OwnStack, startOwnStack } from './product/own-stack.ts';

/** A few cases for each operation; `npm run hostile` tries more. */
const CASES = 250;
const SEED = 20_261_123;

let stack: OwnStack;
before(async () => {
  stack = await startOwnStack();
});
after(() => stack.close());

test('valid requests are done, others are refused by name, and what was deleted stays deleted', async () => {
  const { tally, findings } = await hostile(stack, { cases: CASES, seed: SEED });
  assert.deepEqual(findings.map(textOf), []);
  assert.deepEqual(stack.ended, []);
  assert.deepEqual(stack.errors, []);
  const tried = (kind: string): number =>
    [...tally.counts].reduce((sum, [name, { done }]) => (name.startsWith(kind) ? sum + done : sum), 0);
  for (const kind of ['valid', 'invalid', 'sequence']) assert.ok(tried(kind) > 0, `nothing ${kind} was done`);
});
