import type { RelatedWords } from './related-words.ts';
import { findableIn, formsOf } from './word-forms.ts';

/** A word of a query, and how it is found. */
export interface Term {
  /** The forms that match it, and how much each counts: 1, or less for a word that is spelt differently. */
  readonly forms: ReadonlyMap<string, number>;
  /** How rare it is (inverse document frequency). */
  readonly weight: number;
  /** The words that mean about the same. */
  readonly related: RelatedWords;
}

/** How the words of a text match those of a query. */
export interface WordMatch {
  /** From 0, none, to 1: every word, and often. It does not depend on the number of passages. */
  readonly score: number;
  /** From 0 to 1: the share of the query's words that the text lacks, but of which it has a related one. */
  readonly related: number;
  /** The matching words as they are written in the text, in the order of the query. */
  readonly words: readonly string[];
}

/** The words of a text, counted by their forms. */
export interface CountedWords {
  readonly total: number;
  readonly forms: ReadonlyMap<string, { readonly word: string; readonly times: number }>;
}

/** How slowly repetitions of a word, and the length of a text, count (as in BM25). */
const REPETITION = 0.1;
const LENGTH = 0.5;
/** How much a word counts that means a kind of what the query's word means. */
const SPECIFIC = 2 / 3;

export function countedWords(text: string): CountedWords {
  const words = findableIn(text);
  const forms = new Map<string, { word: string; times: number }>();
  for (const word of words) {
    for (const form of formsOf(word)) {
      const known = forms.get(form);
      if (known) known.times += 1;
      else forms.set(form, { word, times: 1 });
    }
  }
  return { total: words.length, forms };
}

/** Compares a text with the terms of a query. `usual` is the usual number of words of a text. */
export function matchOf(terms: readonly Term[], { total, forms }: CountedWords, usual: number): WordMatch {
  const slowness = REPETITION * (1 - LENGTH + (LENGTH * total) / usual);
  const words = new Set<string>();
  const greatest = Math.max(...terms.map(({ weight }) => weight)) || 1;
  let [score, related, most] = [0, 0, 0];
  for (const term of terms) {
    // Relative to the greatest weight: otherwise rounding would let the score of a single word depend on how rare
    // it is.
    const weight = term.weight / greatest;
    most += weight;
    let best = 0;
    for (const [form, share] of term.forms) {
      const found = forms.get(form);
      if (!found) continue;
      words.add(found.word);
      best = Math.max(best, (share * found.times) / (found.times + slowness));
    }
    score += weight * best;
    if (best === 0) related += weight * shareOfRelated(term.related, forms);
  }
  const shareOf = (sum: number): number => (most === 0 ? 0 : sum / most);
  return { score: shareOf(score), related: shareOf(related), words: [...words] };
}

function shareOfRelated({ same, specific }: RelatedWords, forms: CountedWords['forms']): number {
  if (!same.isDisjointFrom(forms)) return 1;
  return specific.isDisjointFrom(forms) ? 0 : SPECIFIC;
}
