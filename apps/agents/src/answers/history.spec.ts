import { describe, expect, it } from '@jest/globals';
import { type EarlierMessage, historyOf } from './history.ts';

/** A question with its answer, which together have this many characters. */
function asked(query_id: number, characters = 10): readonly EarlierMessage[] {
  const answer = `${query_id}`.padEnd(characters - 1, 'a');
  return [
    { query_id, role: 'user', content: '?' },
    { query_id, role: 'assistant', content: answer },
  ];
}

const lengths = (...earlier: readonly (readonly EarlierMessage[])[]) =>
  historyOf(earlier.flat()).map(({ content }) => content.length);

describe('what a model reads of earlier messages', () => {
  it('is all of them, oldest first, where they fit', () => {
    expect(historyOf([...asked(1), ...asked(2)])).toEqual([
      { role: 'user', content: '?' },
      { role: 'assistant', content: '1aaaaaaaa' },
      { role: 'user', content: '?' },
      { role: 'assistant', content: '2aaaaaaaa' },
    ]);
    expect(historyOf([])).toEqual([]);
    expect(lengths(asked(1, 14_000), asked(2, 10_000))).toEqual([1, 13_999, 1, 9_999]);
  });

  it('is whole questions: the oldest are left out first, and nothing before one that does not fit', () => {
    expect(lengths(asked(1, 14_001), asked(2, 10_000))).toEqual([1, 9_999]);
    expect(lengths(asked(1), asked(2, 24_001), asked(3))).toEqual([1, 9]);
    expect(lengths(asked(1), asked(2, 24_001))).toEqual([]);
  });

  it('has no answer without its question', () => {
    expect(lengths(asked(1).slice(1), asked(2))).toEqual([1, 9]);
  });
});
