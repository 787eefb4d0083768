import { describe, expect, it } from '@jest/globals';
import { isSkip } from '../skip.ts';
import { ENGLISH } from './english.ts';
import { BY_LANGUAGE, sentencesIn } from './languages.ts';
import type { Sentences } from './sentences.ts';

const tags = [...BY_LANGUAGE.keys(), 'zh-Hant'];

/** Everything that the interviewer says in a language. */
function said({ greeting, openQuestion, followUps, about, closing, progress }: Sentences): readonly string[] {
  return [greeting('Nexus'), openQuestion, ...followUps, about('Nexus'), closing, progress(3, 7)];
}

describe.each(tags)('the sentences in %s', (tag) => {
  const sentences = sentencesIn(tag);

  it('name the topic, the numbers, and the word that leaves a question out', () => {
    expect(sentences.greeting('Nexus')).toContain('Nexus');
    expect(sentences.about('Nexus')).toContain('Nexus');
    expect(sentences.progress(3, 7).match(/\d+/g)?.sort()).toEqual(['3', '7']);
    expect((sentences.greeting('').match(/[a-z]+/gi) ?? []).some(isSkip)).toBe(true);
  });

  it('are as many as in English, and each another', () => {
    expect(sentences.followUps).toHaveLength(ENGLISH.followUps.length);
    expect(new Set(said(sentences)).size).toBe(said(ENGLISH).length);
  });
});

it('are of no other language, whichever two are compared', () => {
  const all = tags.flatMap((tag) => said(sentencesIn(tag)));
  const twice = all.filter((sentence, at) => all.indexOf(sentence) !== at);
  expect(twice).toEqual([]);
});

it.each([
  ['de', 'de-AT'],
  ['pt', 'PT_br'],
  ['zh', 'zh-CN'],
  ['zh', 'zh-Hans-SG'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant', 'zh-hant-HK'],
  ['en', 'en-GB'],
  ['en', 'tlh'],
  ['en', ''],
  ['en', null],
])('those in %s are of the tag %s', (tag, asked) => {
  expect(sentencesIn(asked)).toBe(sentencesIn(tag));
});
