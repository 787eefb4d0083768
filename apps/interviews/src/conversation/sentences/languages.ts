import { ARABIC } from './arabic.ts';
import { CHINESE, TRADITIONAL_CHINESE } from './chinese.ts';
import { DUTCH } from './dutch.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { HINDI } from './hindi.ts';
import { ITALIAN } from './italian.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import { POLISH } from './polish.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import type { Sentences } from './sentences.ts';
import { SPANISH } from './spanish.ts';
import { TURKISH } from './turkish.ts';
import { UKRAINIAN } from './ukrainian.ts';

/** The sentences by the first part of a language tag (BCP 47). */
export const BY_LANGUAGE: ReadonlyMap<string, Sentences> = new Map([
  ['ar', ARABIC],
  ['de', GERMAN],
  ['en', ENGLISH],
  ['es', SPANISH],
  ['fr', FRENCH],
  ['hi', HINDI],
  ['it', ITALIAN],
  ['ja', JAPANESE],
  ['ko', KOREAN],
  ['nl', DUTCH],
  ['pl', POLISH],
  ['pt', PORTUGUESE],
  ['ru', RUSSIAN],
  ['tr', TURKISH],
  ['uk', UKRAINIAN],
  ['zh', CHINESE],
]);

/** Language tags of Chinese in traditional characters. */
const TRADITIONAL = /^zh[-_](.+[-_])?(hant|tw|hk|mo)\b/;

/** The sentences in the language of a tag such as `en-GB`; in English if that language has none. */
export function sentencesIn(language: string | null): Sentences {
  const tag = (language ?? '').trim().toLowerCase();
  if (TRADITIONAL.test(tag)) return TRADITIONAL_CHINESE;
  const [primary = ''] = tag.split(/[-_]/, 1);
  return BY_LANGUAGE.get(primary) ?? ENGLISH;
}
