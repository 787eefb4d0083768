import { describe, expect, it } from '@jest/globals';
import { codingFor } from './content-coding.ts';

describe('the coding of a body', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['deflate', 'identity'],
    ['identity;q=0', 'identity'],
    ['br;q=2, gzip;q=x', 'identity'],
    [',;,=', 'identity'],
  ])('for %j is %s', (header, coding) => {
    expect(codingFor(header)).toBe(coding);
  });
});
