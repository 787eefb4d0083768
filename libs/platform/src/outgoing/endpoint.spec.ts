import { describe, expect, it } from '@jest/globals';
import { fieldOf, reasonOf } from './endpoint.ts';

describe('a field of an answer', () => {
  it.each([
    [{ index: 3 }, 3],
    [{ index: null }, null],
    [{}, undefined],
    [null, undefined],
    ['index', undefined],
    [7, undefined],
    [[1, 2], undefined],
  ])('of %j is %j', (value, expected) => {
    expect(fieldOf(value, 'index')).toBe(expected);
  });
});

describe('the reason of a failed request', () => {
  it('is what the error says, and its cause', () => {
    expect(reasonOf(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))).toBe(
      'fetch failed (connect ECONNREFUSED)',
    );
    expect(reasonOf(new Error('aborted'))).toBe('aborted');
    expect(reasonOf('gone')).toBe('gone');
  });
});
