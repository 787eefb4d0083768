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
    expect(nearestTo(text, CATALOG)?.candidate).toBe(candidate);
  });

  it('is empty when only common words are shared, or none', () => {
    expect(nearestTo('customers', CATALOG)).toBeUndefined();
    expect(nearestTo('Something else altogether', CATALOG)).toBeUndefined();
    expect(nearestTo('', CATALOG)).toBeUndefined();
    expect(nearestTo('churn', [])).toBeUndefined();
  });

  it('is the first of several equally near', () => {
    const twin = { ...CHURN };
    expect(nearestTo('churn', [CHURN, twin, ...CATALOG])?.candidate).toBe(CHURN);
    expect(nearestTo('churn', [twin, CHURN, ...CATALOG])?.candidate).toBe(twin);
  });

  it('comes with the words in common, the rarest first', () => {
    expect(nearestTo('Do customers know of churn?', CATALOG)?.words).toEqual(['churn', 'customers']);
  });
});
