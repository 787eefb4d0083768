import { setImmediate as otherWork } from 'node:timers/promises';
import { nounOf } from '../search/korean-nouns.ts';
import { normalForm } from '../search/normal-forms.ts';
import { findableIn, folded } from '../search/word-forms.ts';

/** An object that a text may be near to. */
export interface Candidate {
  /** Words of the title count more. */
  readonly title: string;
  readonly body: string;
}

/** A candidate that a text is near to, and the words in common, the rarest first. */
export interface Near<C extends Candidate> {
  readonly candidate: C;
  readonly words: readonly string[];
}

/** The weight of a word of the title relative to a word of the body. */
const TITLE_WEIGHT = 3;

/** The minimum score: one word of the title, or a few rare ones of the body. */
const THRESHOLD = 2;

/** Shorter words are ignored. Characters. */
const SHORTEST = 4;

/** The same for words in Chinese characters, katakana or hangul, each of which stands for a syllable or more. */
const SHORTEST_OF_SYLLABLES = 2;
const OF_SYLLABLES = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The distinct words of a text, without short ones, in their order. */
export function wordsOf(text: string): string[] {
  const words = new Map<string | undefined, string>();
  for (const word of longWordsIn(text)) {
    const key = keysOf(word).at(-1);
    if (!words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}

function longWordsIn(text: string): string[] {
  return findableIn(normalForm(text, 'NFC').toLowerCase()).filter(
    (word) => word.length >= (OF_SYLLABLES.test(word) ? SHORTEST_OF_SYLLABLES : SHORTEST),
  );
}

/** The keys by which words are compared: the same for all spellings of a word. */
function keysOf(word: string): readonly string[] {
  const plain = folded(word);
  const noun = nounOf(plain);
  return noun === null ? [plain] : [plain, noun];
}

/** The words of a text that a candidate has, by their places in the text. */
interface Shared<C extends Candidate> {
  readonly candidate: C;
  readonly title: ReadonlySet<number>;
  readonly all: ReadonlySet<number>;
}

/**
 * The candidates that share the rarest words with a text, `most` at most, the nearest first. The more candidates have a word, the
 * less it counts; one that all of many have hardly counts. Equally near candidates keep their order; those that are not near
 * enough are left out. The process does other work between candidates, whose texts may be long.
 */
export async function nearestTo<C extends Candidate>(
  text: string,
  candidates: readonly C[],
  most: number,
): Promise<readonly Near<C>[]> {
  const wanted = wordsOf(text);
  const known = await sharedWith(wanted, candidates);
  const weights = wanted.map((_word, place) => {
    const having = known.filter(({ all }) => all.has(place)).length;
    return having === 0 ? 0 : Math.log2((1 + candidates.length) / having);
  });
  const scored = known.map(({ candidate, title, all }) => {
    const shared = [...all]
      .sort((a, b) => a - b)
      .map((place) => ({ place, word: wanted[place] ?? '', weight: weights[place] ?? 0 }));
    const score = shared.reduce(
      (sum, { place, weight }) => sum + weight * (title.has(place) ? TITLE_WEIGHT : 1),
      0,
    );
    const rarestFirst = shared.toSorted((a, b) => b.weight - a.weight);
    return { candidate, score, words: rarestFirst.map(({ word }) => word) };
  });
  return scored
    .filter(({ score }) => score >= THRESHOLD)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ score: _score, ...near }) => near);
}

async function sharedWith<C extends Candidate>(
  wanted: readonly string[],
  candidates: readonly C[],
): Promise<Shared<C>[]> {
  const places = placesByKey(wanted);
  const placesIn = (text: string): number[] =>
    longWordsIn(text).flatMap((word) => keysOf(word).flatMap((key) => places.get(key) ?? []));
  const shared: Shared<C>[] = [];
  for (const candidate of candidates) {
    const title = new Set(placesIn(candidate.title));
    shared.push({ candidate, title, all: new Set([...title, ...placesIn(candidate.body)]) });
    await otherWork();
  }
  return shared;
}

/** The places of words in their list, by their keys. */
function placesByKey(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, word] of words.entries())
    for (const key of keysOf(word)) places.set(key, [...(places.get(key) ?? []), place]);
  return places;
}
