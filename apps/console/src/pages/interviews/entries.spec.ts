import { describe, expect, it } from '@jest/globals';
import { continued } from './entries.ts';

describe('a transcript that goes on', () => {
  it('has each entry once, also where it was read again before', () => {
    const [one, two, three] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    expect(continued([one, two], [two, three])).toEqual([one, two, three]);
  });
});
