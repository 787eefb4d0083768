import { describe, expect, it } from '@jest/globals';
import { nearestTo, wordsOf } from './nearness.ts';

const CHURN = { title: 'Churn', body: 'Why customers leave the ferry company.' };
const FARES = { title: 'Fares and tickets', body: 'What customers pay on each route of the company.' };
const PLAN = { title: 'Project plan', body: 'Five phases until the handhelds are on board.' };
const CATALOG = [CHURN, FARES, PLAN];

describe('the words of a text', () => {
  it('are those of four letters or more, in lower case, each once', () => {
    expect(wordsOf('The Fähre, the FÄHRE and 2026!')).toEqual(['fähre', '2026']);
  });
});

describe('the nearest artifact to a text', () => {
  it.each([
    ['The churn numbers are wrong.', CHURN],
    ['Handhelds will be late on board.', PLAN],
    ['Tickets are cheaper now.', FARES],
  ])('"%s" is the one that shares its rarest words', (text, candidate) => {
    expect(nearestTo(text, CATALOG, 1)[0]?.candidate).toBe(candidate);
  });

  it('is empty when only common words are shared, or none', () => {
    expect(nearestTo('customers', CATALOG, 5)).toEqual([]);
    expect(nearestTo('Something else altogether', CATALOG, 5)).toEqual([]);
    expect(nearestTo('', CATALOG, 5)).toEqual([]);
    expect(nearestTo('churn', [], 5)).toEqual([]);
  });

  it('is the first of several equally near', () => {
    const twin = { ...CHURN };
    expect(nearestTo('churn', [CHURN, twin, ...CATALOG], 1)[0]?.candidate).toBe(CHURN);
    expect(nearestTo('churn', [twin, CHURN, ...CATALOG], 1)[0]?.candidate).toBe(twin);
  });

  it('comes with the words in common, the rarest first', () => {
    expect(nearestTo('Do customers know of churn?', CATALOG, 1)[0]?.words).toEqual(['churn', 'customers']);
  });

  it('is followed by the next ones that are near enough, as many as are wanted', () => {
    const text = 'Tickets, fares and churn of customers.';
    const found = nearestTo(text, CATALOG, 5).map(({ candidate }) => candidate);
    expect(found).toEqual([FARES, CHURN]);
    expect(nearestTo(text, CATALOG, 1).map(({ candidate }) => candidate)).toEqual([FARES]);
  });
});
