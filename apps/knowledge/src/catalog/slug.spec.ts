import { describe, expect, it } from '@jest/globals';
import { slugOf } from './slug.ts';

describe('the slug of a title', () => {
  it.each([
    ['Churn', 'churn'],
    ['  Churn  risk  ', 'churn-risk'],
    ['Q3/Q4: plan (draft) — v2', 'q3-q4-plan-draft-v2'],
    ['mental_map', 'mental-map'],
    ['2026', '2026'],
  ])('joins the words of %j by hyphens, in lower case', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each([
    ["Ana's plan", 'anas-plan'],
    ["Ana's sister's plan", 'anas-sisters-plan'],
    ['Ana’s plan', 'anas-plan'],
    ['L`été', 'lete'],
  ])('drops the apostrophes of %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each([
    ['Привет мир', 'privet-mir'],
    ['Київ', 'kiiv'],
    ['客户流失', 'kehuliushi'],
    ['مرحبا بالعالم', 'mrhb-bllm'],
    ['Ελληνικά', 'ellinika'],
    ['한국어', 'hangugeo'],
    ['हिन्दी', 'hindi'],
    ['Ångström & Söhne', 'angstrom-sohne'],
    ['Straße', 'strasse'],
  ])('transliterates %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each(['😀🎉', '👨‍👩‍👧‍👦', '👍🏽', '🇩🇪', '❤️', '!!!', '—', '-', '…'])(
    'is made up when nothing of %j can be written',
    (title) => {
      expect(slugOf(title)).toMatch(/^artifact-[a-z0-9]{8}$/);
    },
  );

  it('is generated differently each time', () => {
    expect(slugOf('😀')).not.toBe(slugOf('😀'));
  });

  it('leaves emoji out of words', () => {
    expect(slugOf('🚀 Launch 🚀 plan')).toBe('launch-plan');
  });

  it('is 255 characters long at most, and ends in no hyphen', () => {
    expect(slugOf('a'.repeat(255))).toBe('a'.repeat(255));
    expect(slugOf(`${'a'.repeat(253)}ß b`)).toBe(`${'a'.repeat(253)}ss`);
    expect(slugOf(`${'a'.repeat(252)}ß b`)).toBe(`${'a'.repeat(252)}ss`);
    expect(slugOf('客'.repeat(255))).toHaveLength(255);
  });

  it.each(['Café', 'ガイド', '한국어', 'Київ', 'Hà Nội'])(
    'is the same whichever way %s is composed',
    (title) => {
      expect(slugOf(title.normalize('NFD'))).toBe(slugOf(title.normalize('NFC')));
      expect(slugOf(title.normalize('NFD'))).not.toMatch(/^artifact-/);
    },
  );

  it('is that of a composed title', () => {
    expect(slugOf('Café'.normalize('NFC'))).toBe('cafe');
    expect(slugOf('Café'.normalize('NFD'))).toBe('cafe');
  });
});
