import { describe, expect, it } from '@jest/globals';
import { rangeIn } from './byte-range.ts';

describe('the part of a file', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-5', { first: 2, last: 5 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=5-100', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-100', { first: 0, last: 9 }],
    ['BYTES=9-', { first: 9, last: 9 }],
  ])('that %s requests is within it', (header, range) => {
    expect(rangeIn(header, 10)).toEqual(range);
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('that %s requests does not exist', (header) => {
    expect(rangeIn(header, 10)).toBeNull();
  });

  it('does not exist in an empty file', () => {
    expect(rangeIn('bytes=0-', 0)).toBeNull();
    expect(rangeIn('bytes=-1', 0)).toBeNull();
  });

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'items=0-1',
    'bytes=0-1,3-4',
  ])('is the whole file for %j', (header) => {
    expect(rangeIn(header, 10)).toBeUndefined();
  });
});
