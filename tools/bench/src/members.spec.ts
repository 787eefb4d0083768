import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns } from './members.ts';

test('both places are measured in turn, and the first turn counts for neither', async () => {
  const order: string[] = [];
  const measured = await inTurns(['few', 'many'], 3, async (place) => {
    order.push(place);
    return Promise.resolve(order.length);
  });
  assert.deepEqual(order, ['many', 'few', 'few', 'many', 'many', 'few', 'few', 'many']);
  assert.deepEqual(Object.fromEntries(measured), { few: [3, 6, 7], many: [4, 5, 8] });
});
