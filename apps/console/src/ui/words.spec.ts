import { describe, expect, it } from '@jest/globals';
import { anyOf } from './words.ts';

describe('the words that were found', () => {
  it.each([
    ['Refunds, refund and REFUND.', ['refund'], ['refund', 'REFUND']],
    ['Größe der Überfahrt', ['größe', 'fahrt'], ['Größe']],
    ['a+b (c) is a+b', ['a+b'], ['a+b', 'a+b']],
  ])('stand alone, whatever their case: %j', (text, words, found) => {
    expect(text.match(anyOf(words) ?? /$^/)).toEqual(found);
  });

  it('may be none', () => {
    expect(anyOf([])).toBeUndefined();
    expect(anyOf(['', ''])).toBeUndefined();
  });
});
