import { describe, expect, it } from '@jest/globals';
import { wordsToFind } from './query-words.ts';
import { formOf, wordsIn } from './word-forms.ts';
import { countedWords, matchOf, type Term } from './word-matching.ts';

const USUAL = 10;

function formsOf(words = ''): Set<string> {
  return new Set(wordsIn(words).map(formOf));
}

function match(
  text: string,
  weights: Readonly<Record<string, number>>,
  related: Readonly<Record<string, { same?: string; specific?: string }>> = {},
) {
  const terms = Object.entries(weights).map(([word, weight]): Term => ({
    forms: new Map([[formOf(word), 1]]),
    weight,
    related: { same: formsOf(related[word]?.same), specific: formsOf(related[word]?.specific) },
  }));
  return matchOf(terms, countedWords(text), USUAL);
}

describe('the words of a query', () => {
  it('are the meaningful ones, each once, or all where none is', () => {
    expect(wordsToFind('How do I get a Refund, and when is the refund paid?')).toEqual(['refund', 'paid']);
    expect(wordsToFind('What is it?')).toEqual(['What', 'is', 'it']);
  });
});

describe('the match of a text', () => {
  it('names the words as they are written, in any inflection, case or accent', () => {
    expect(match('Tickets are REFUNDED at the Café.', { refunds: 1, cafe: 1, ticket: 1 }).words).toEqual([
      'REFUNDED',
      'Café',
      'Tickets',
    ]);
    expect(match('Yearly, or added by the hour', { years: 1, adding: 1, hourly: 1 }).words).toEqual([
      'Yearly',
      'added',
      'hour',
    ]);
    expect(match('返金は七日以内に行われます。', { 返金: 1 }).words).toEqual(['返金']);
  });

  it('is between 0 and 1, whatever the weights', () => {
    expect(match('boats', { refund: 5 })).toEqual({ score: 0, related: 0, words: [] });
    const { score } = match('refund '.repeat(500), { refund: 50 });
    expect(score).toBeGreaterThan(0.3);
    expect(score).toBeLessThan(1);
    expect(match('boats', {})).toEqual({ score: 0, related: 0, words: [] });
    expect(match('boats', { boat: 0 })).toEqual({ score: 0, related: 0, words: ['boats'] });
    const meaning = { pier: { same: 'quay' }, boat: { same: 'ship' }, sea: { same: 'ocean' } };
    for (let weight = 1; weight < 100; weight += 1) {
      const weights = { pier: Math.log1p(weight), boat: Math.log1p(weight * 2), sea: Math.log1p(weight * 3) };
      expect(match('A ship at the quay of an ocean', weights, meaning).related).toBe(1);
    }
  });

  it('does not depend on how rare the word of a query is, not even in its last digit', () => {
    const weights = Array.from({ length: 100 }, (_none, index) => Math.log1p(index + 1));
    const scores = weights.map((weight) => match('Refunds above 100 EUR', { refunds: weight }).score);
    expect(new Set(scores).size).toBe(1);
  });

  it('has words that mean the same as those which it lacks, or a kind of it, by their rarity, without naming them', () => {
    const meaning = { limescale: { same: 'fur', specific: 'tartar' }, removing: { same: 'clearing' } };
    const weights = { limescale: 3, removing: 1 };
    expect(match('Clear all fur.', weights, meaning)).toEqual({ score: 0, related: 1, words: [] });
    const { related, words } = match('Removing fur', weights, meaning);
    expect({ related, words }).toEqual({ related: 0.75, words: ['Removing'] });
    expect(match('Removing tartar', weights, meaning).related).toBeCloseTo(0.5);
  });

  it('is the better the rarer the words are that it has of the query', () => {
    const weights = { ferry: 1, tapeworm: 8 };
    const [rare, common] = [match('a tapeworm', weights), match('a ferry', weights)];
    expect(rare.score).toBeGreaterThan(4 * common.score);
  });

  it('is better for a short text, and for one that repeats a word, but not as often as it does', () => {
    const [once, twice] = [match('a ferry', { ferry: 1 }), match('ferry ferry', { ferry: 1 })];
    expect(once.score).toBeGreaterThan(match(`a ferry ${'and more '.repeat(20)}`, { ferry: 1 }).score);
    expect(twice.score).toBeGreaterThan(once.score);
    expect(twice.score).toBeLessThan(2 * once.score);
  });
});
