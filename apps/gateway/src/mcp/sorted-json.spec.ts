import { expect, it } from '@jest/globals';
import { sortedJson } from './sorted-json.ts';

it('is the same for the same value, however its keys are ordered', () => {
  const one = { b: [{ d: 1, c: null }], a: { z: 'z', y: [] } };
  const other = { a: { y: [], z: 'z' }, b: [{ c: null, d: 1 }] };
  expect(sortedJson(one)).toBe('{"a":{"y":[],"z":"z"},"b":[{"c":null,"d":1}]}');
  expect(sortedJson(other)).toBe(sortedJson(one));
});

it('is another one for another order of items', () => {
  expect(sortedJson([1, 2])).not.toBe(sortedJson([2, 1]));
});
