import { describe, expect, it } from '@jest/globals';
import { type Candidate, ranked } from './ranking.ts';

function found(source: string, words: number, nearness: number | null): Candidate {
  const hit = { kind: 'document', source_id: source, indexing_id: 'i', position: 0, page: 1 } as const;
  return { hit: { ...hit, heading: '', text: source, score: 0 }, words, nearness };
}

function orderOf(candidates: readonly Candidate[], limit = 10): string[] {
  return ranked(candidates, limit).map(({ source_id }) => source_id);
}

describe('a hit', () => {
  it('by both words and meaning ranks before one by either alone', () => {
    expect(orderOf([found('words', 9, 0.1), found('meaning', 0, 0.9), found('both', 8, 0.8)])[0]).toBe(
      'both',
    );
  });

  it('ranks by words when there was no meaning to search by, and by meaning when no word matched', () => {
    expect(orderOf([found('less', 1, null), found('more', 2, null)])).toEqual(['more', 'less']);
    expect(orderOf([found('far', 0, 0.2), found('near', 0, 0.7)])).toEqual(['near', 'far']);
  });

  it('appears once, the best first, in the same order whatever the order of the candidates', () => {
    const candidates = [found('b', 1, 0.5), found('a', 1, 0.5), found('b', 0, 0.5)];
    expect(orderOf(candidates)).toEqual(['a', 'b']);
    expect(orderOf([...candidates].reverse())).toEqual(['a', 'b']);
    expect(orderOf(candidates, 1)).toEqual(['a']);
  });

  it('has a score from 0 to 1', () => {
    for (const { score } of ranked([found('a', 12, 0.4), found('b', 0, -0.2)], 10)) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });
});
