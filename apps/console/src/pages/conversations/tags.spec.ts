import { describe, expect, it } from '@jest/globals';
import { changedTags, hasTag, suggestedFor, tagsIn, withTag, withoutTag } from './tags.ts';

const EXISTING = ['fares', 'Refunds', 'ferry fares'];

describe('tags with commas between them', () => {
  it('are read without blanks, each once, whatever their case', () => {
    expect(tagsIn(' a, B,,b ,a b,')).toEqual(['a', 'B', 'a b']);
  });

  it.each(['，', '、', '،'])('are also separated by %j, as an ASCII comma does', (comma) => {
    expect(tagsIn(`票价${comma}退款${comma} b，B`)).toEqual(['票价', '退款', 'b']);
    expect(hasTag(`a${comma}Refunds`, 'refunds')).toBe(true);
    expect(withoutTag(`a${comma}Refunds${comma}b`, 'refunds')).toBe('a, b');
    expect(suggestedFor(`a${comma}FAR`, EXISTING)).toEqual(['fares', 'ferry fares']);
    expect(withTag(`a${comma} b，fer`, 'ferry fares', EXISTING)).toBe('a, b, ferry fares');
  });

  it('are known and taken out whatever their case', () => {
    expect(hasTag('a, Refunds', 'refunds')).toBe(true);
    expect(hasTag('a, Refunds', 'refund')).toBe(false);
    expect(withoutTag('a, Refunds, b', 'refunds')).toBe('a, b');
  });
});

describe('tags that somebody else changed meanwhile', () => {
  it.each([
    ['keep what they added', ['a', 'theirs'], ['a'], ['a', 'mine'], ['a', 'theirs', 'mine']],
    ['are without what they took out', ['b'], ['a', 'b'], ['a', 'b', 'mine'], ['b', 'mine']],
    ['are without what is taken out', ['a', 'b', 'theirs'], ['a', 'b'], ['b'], ['b', 'theirs']],
    ['are each there once', ['a', 'Both'], ['a'], ['a', 'both'], ['a', 'both']],
    ['are spelt as they were typed last', ['a'], ['a'], ['A'], ['A']],
  ])('%s', (_name, now, before, chosen, tags) => {
    expect(changedTags(now, before, chosen)).toEqual(tags);
  });
});

describe('suggested tags', () => {
  it.each([
    ['all of them, where nothing is typed', 'a, ', EXISTING],
    ['those that contain what is typed last', 'a, FAR', ['fares', 'ferry fares']],
    ['all of them, where one is typed already', 'fares', EXISTING],
    ['none, where none fits', 'tides', []],
  ])('are %s', (_name, text, suggested) => {
    expect(suggestedFor(text, EXISTING)).toEqual(suggested);
  });

  it('are the first 30', () => {
    const many = Array.from({ length: 40 }, (_tag, n) => `tag ${n}`);
    expect(suggestedFor('tag', many)).toEqual(many.slice(0, 30));
  });

  it.each([
    ['a tag that is begun', 'a, fer', 'ferry fares', 'a, ferry fares'],
    ['the only one', '', 'fares', 'fares'],
  ])('complete %s', (_name, text, tag, completed) => {
    expect(withTag(text, tag, EXISTING)).toBe(completed);
  });

  it.each([
    ['one that exists, though it is a part of theirs', 'fares', 'ferry fares', 'fares, ferry fares'],
    ['one that is another', 'tides', 'fares', 'tides, fares'],
  ])('follow %s', (_name, text, tag, followed) => {
    expect(withTag(text, tag, EXISTING)).toBe(followed);
  });
});
