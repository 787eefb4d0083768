import { describe, expect, it } from '@jest/globals';
import { type Candidate, ranked } from './ranking.ts';
import { countedWords, matchOf, type Term } from './word-matching.ts';

function found(
  source: string,
  words: number,
  nearness: number | null,
  likeness: number | null = null,
  related = 0,
): Candidate {
  const hit = { kind: 'document', source_id: source, indexing_id: 'i', position: 0, page: 1 } as const;
  return {
    hit: { ...hit, heading: '', text: source },
    match: { score: words, related, words: words > 0 ? ['refund'] : [] },
    nearness,
    likeness,
  };
}

function orderOf(candidates: readonly Candidate[], limit = 10): string[] {
  return ranked(candidates, limit).map(({ source_id }) => source_id);
}

describe('a hit', () => {
  it('by both words and meaning ranks before one by either alone', () => {
    const candidates = [found('words', 0.9, 0.1), found('meaning', 0, 0.9), found('both', 0.8, 0.8)];
    expect(orderOf(candidates)[0]).toBe('both');
  });

  it('ranks by words when there was no meaning to search by, and by meaning when no word matched', () => {
    expect(orderOf([found('less', 0.1, null), found('more', 0.2, null)])).toEqual(['more', 'less']);
    expect(orderOf([found('far', 0, 0.2), found('near', 0, 0.7)])).toEqual(['near', 'far']);
  });

  it('by meaning stays before one by a common word', () => {
    expect(orderOf([found('common', 0.1, 0.4), found('meant', 0, 0.6)])).toEqual(['meant', 'common']);
  });

  it('by some of the words comes before one that is as near without them', () => {
    expect(orderOf([found('without', 0, 0.5), found('some', 0.25, 0.49)])).toEqual(['some', 'without']);
  });

  it('by a related word comes before one that is as near without it', () => {
    const [without, related] = [found('without', 0, 0.5), found('related', 0, 0.49, null, 0.25)];
    expect(orderOf([without, related])).toEqual(['related', 'without']);
  });

  it('by all words, each once, stays before one that is only near, and only meant so', () => {
    const terms: Term[] = [
      { forms: new Map([['crc32b', 1]]), weight: 1, related: { same: new Set(), specific: new Set() } },
    ];
    const all = matchOf(terms, countedWords('Whether a text is a hash of CRC32B.'), 8).score;
    expect(orderOf([found('near', 0, 0.6), found('said', all, 0.3)])).toEqual(['said', 'near']);
    expect(orderOf([found('meant', 0, 0.35, 0.4), found('said', all, 0.1, 0.2)])).toEqual(['said', 'meant']);
  });

  it('ranks by what its words mean, too, where that is known', () => {
    const candidates = [found('near', 0.2, 0.5, 0.2), found('alike', 0.2, 0.4, 0.6)];
    expect(orderOf(candidates)).toEqual(['alike', 'near']);
    expect(ranked([found('a', 1, 1, 1), found('b', 0, 0.5, 0.5)], 2)).toMatchObject([{ score: 1 }, {}]);
  });

  it('without a vector yet counts as near as the average', () => {
    const candidates = [found('near', 0, 0.6), found('far', 0, 0.2), found('new', 0, null)];
    expect(orderOf(candidates)).toEqual(['near', 'new', 'far']);
    expect(ranked(candidates, 3).map(({ nearness }) => nearness)).toEqual([0.6, null, 0.2]);
  });

  it('appears once, the best first, in the same order whatever the order of the candidates', () => {
    const candidates = [found('b', 0.1, 0.5), found('a', 0.1, 0.5), found('b', 0, 0.5)];
    expect(orderOf(candidates)).toEqual(['a', 'b']);
    expect(orderOf([...candidates].reverse())).toEqual(['a', 'b']);
    expect(orderOf(candidates, 1)).toEqual(['a']);
  });

  it('has a score and a nearness from 0 to 1, and the words by which it matches', () => {
    const hits = ranked([found('a', 1, 1.000_001), found('b', 0, -0.2)], 10);
    expect(hits).toMatchObject([
      { score: 1, nearness: 1, words: ['refund'] },
      { score: 0, nearness: 0, words: [] },
    ]);
    expect(ranked([found('a', 0.5, null)], 1)).toMatchObject([{ score: 0.5, nearness: null }]);
    expect(ranked([found('a', 0, 0.5)], 1)).toMatchObject([{ score: 0.5, nearness: 0.5 }]);
  });
});
