import { describe, expect, it } from '@jest/globals';
import { findingOf } from './trigrams.ts';

describe('a text is found by trigrams of every script, or of ASCII', () => {
  it.each([
    ['abc', 'indexed', 'indexed'],
    ['№ 123', 'indexed', 'indexed'],
    ['退款流程', 'indexed', 'newest'],
    ['退款 abc', 'indexed', 'indexed'],
    ['退款', 'newest', 'newest'],
    ['данные', 'indexed', 'newest'],
    ['été', 'indexed', 'newest'],
    ['été'.normalize('NFD'), 'indexed', 'newest'],
    ['ガイド'.normalize('NFD'), 'indexed', 'newest'],
    ['१२३', 'indexed', 'newest'],
    ['①②③', 'newest', 'newest'],
    ['ab', 'newest', 'newest'],
    ['a b c', 'newest', 'newest'],
    ['100%', 'indexed', 'indexed'],
    ['οφο', 'indexed', 'newest'],
    ['ΟΦΟΣ', 'indexed', 'newest'],
    ['σΟΦς', 'newest', 'newest'],
    ['%_-', 'newest', 'newest'],
    ['', null, null],
  ])('%j: %s, %s', (text, every, ascii) => {
    expect(findingOf(text, 'every')).toBe(every);
    expect(findingOf(text, 'ascii')).toBe(ascii);
  });
});
