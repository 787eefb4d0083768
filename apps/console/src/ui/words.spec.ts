import { describe, expect, it } from '@jest/globals';
import { anyOf } from './words.ts';

describe('the words that were found', () => {
  it.each([
    ['Refunds, refund and REFUND.', ['refund'], ['refund', 'REFUND']],
    ['Größe der Überfahrt', ['größe', 'fahrt'], ['Größe']],
    ['a+b (c) is a+b', ['a+b'], ['a+b', 'a+b']],
  ])('stand alone, whatever their case: %j', (text, words, found) => {
    expect(text.match(anyOf(words) ?? /$^/)).toEqual(found);
  });

  it.each([
    ['知识库很大，库里有知识', ['知识', '库'], ['知识', '库', '库', '知识']],
    ['これは日本語です。', ['日本語'], ['日本語']],
    ['カタカナのテスト', ['テスト'], ['テスト']],
    ['ความรู้ทั่วไป', ['ความรู้'], ['ความรู้']],
    ['使用SAP系统，SAPUI', ['sap', '系统'], ['SAP', '系统']],
  ])('stand anywhere where their script has no spaces: %j', (text, words, found) => {
    expect(text.match(anyOf(words) ?? /$^/)).toEqual(found);
  });

  it.each([
    ['환불은 환불에 미환불', ['환불'], ['환불', '환불']],
    ['환불은 환불', ['환불', '환불은'], ['환불은', '환불']],
    ['API는 APIS', ['API'], ['API']],
  ])('begin a word where particles follow them: %j', (text, words, found) => {
    expect(text.match(anyOf(words) ?? /$^/)).toEqual(found);
  });

  it.each([
    ['of Hindi', 'कि क', 'क', [3]],
    ['of Thai', 'กา่กา', 'กา', [3]],
    ['of Hebrew', 'שָׁלוֹם ש', 'ש', [8]],
    ['of Latin, that stand on their own', 'Gro\u0308ße gro', 'gro', [7]],
    ['of Korean, that are letters', '\u1112\u1161\u11ab \u1112\u1161', '\u1112\u1161', [4]],
  ])('are not parted from their marks %s', (_script, text, word, places) => {
    const found = [...text.matchAll(anyOf([word]) ?? /$^/g)];
    expect(found.map(({ index }) => index)).toEqual(places);
  });

  it('may be none', () => {
    expect(anyOf([])).toBeUndefined();
    expect(anyOf(['', ''])).toBeUndefined();
  });
});
