import { describe, expect, it } from '@jest/globals';
import { type Row, type Side, sideBySide } from './line-diff.ts';

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

/** More lines than can be compared within the time limit. */
const MANY = 20_000;
const many = (name: string): string[] => Array.from({ length: MANY }, (_one, i) => `${name}${i}`);

/** A side as a text, with its changed pieces in brackets. */
function shown(side: Side | null): string {
  if (side === null) return '';
  const text = side.pieces.map((piece) => (piece.isChanged ? `[${piece.text}]` : piece.text)).join('');
  return `${side.number} ${text}`;
}

function rowsOf(left: string, right: string): string[] {
  return sideBySide(left, right).map((row: Row) =>
    row.kind === 'skipped' ? `… ${row.count}` : `${shown(row.left)} | ${shown(row.right)}`,
  );
}

describe('two contents side by side', () => {
  it('have lines that changed next to each other, with the words that differ', () => {
    expect(rowsOf(lines('a', 'the old price', 'c'), lines('a', 'the new price', 'c'))).toEqual([
      '1 a | 1 a',
      '2 the [old] price | 2 the [new] price',
      '3 c | 3 c',
    ]);
  });

  it.each([
    ['Russian', 'Общая стоимость', 'Общий стоимость', '[Общая] стоимость', '[Общий] стоимость'],
    ['Ukrainian', 'через п’ять днів', 'через дев’ять днів', 'через [п’ять] днів', 'через [дев’ять] днів'],
    ['Hebrew', 'שלום עולם.', 'שלומות עולם.', '[שלום] עולם.', '[שלומות] עולם.'],
    ['Hindi', 'यह किताब है', 'यह किताबें है', 'यह [किताब] है', 'यह [किताबें] है'],
    ['Thai', 'นี่น้ำ', 'นี่น้า', 'นี่[น้ำ]', 'นี่[น้า]'],
    ['Chinese', '我们使用系统。好', '我们使用网站。好', '我们使用[系统]。好', '我们使用[网站]。好'],
    ['Latin, with an accent of its own', 'a cafe\u0301', 'a cafe\u0300', 'a [cafe\u0301]', 'a [cafe\u0300]'],
    ['emoji', 'ok 👩‍💻🇩🇪❤️', 'ok 👩‍🔬🇩🇰❤️', 'ok [👩‍💻🇩🇪]❤️', 'ok [👩‍🔬🇩🇰]❤️'],
  ])('mark whole words of %s', (_script, gone, added, left, right) => {
    expect(rowsOf(gone, added)).toEqual([`1 ${left} | 1 ${right}`]);
  });

  it.each([
    ["don't stop.", "won't stop.", "[don]'t stop.", "[won]'t stop."],
    ['at foo.bar_1', 'at foo.bar_2', 'at foo.[bar_1]', 'at foo.[bar_2]'],
    ['3.5 – “so”', '3.6 – “no”', '3.[5] – “[so]”', '3.[6] – “[no]”'],
    ['\t\tx  y\r', '\tx y\r', '[\t\t]x[  ]y\r', '[\t]x[ ]y\r'],
    ['Straße(a,b)', 'Straßen(a;b)', '[Straße](a[,]b)', '[Straßen](a[;]b)'],
  ])('mark words, spaces and punctuation apart: %j', (gone, added, left, right) => {
    expect(rowsOf(gone, added)).toEqual([`1 ${left} | 1 ${right}`]);
  });

  it('have each line as it is', () => {
    const line = 'a\r b\t\u00a0c\u0301 ‘x’ — 知识，库。 กา่\u0301 #️⃣1️⃣\ud83d ʼʻ ¿ß×÷_ «п’ять» צה״ל';
    const [row] = sideBySide(line, `${line}!`);
    expect(row?.kind === 'changed' && row.left?.pieces.map(({ text }) => text).join('')).toBe(line);
  });

  it('leave the other side empty where lines were added or removed, which differ as a whole, and number both', () => {
    expect(rowsOf(lines('a', 'b'), lines('a', 'x', 'y', 'b'))).toEqual([
      '1 a | 1 a',
      ' | 2 [x]',
      ' | 3 [y]',
      '2 b | 4 b',
    ]);
    expect(rowsOf(lines('a', 'b', 'c'), lines('c'))).toEqual(['1 [a] | ', '2 [b] | ', '3 c | 1 c']);
  });

  it('have blank lines, and number them, but none after the last one', () => {
    expect(rowsOf(lines('a', '', 'b'), lines('a', '', '', 'b'))).toEqual([
      '1 a | 1 a',
      '2  | 2 ',
      ' | 3 []',
      '3 b | 4 b',
    ]);
  });

  it('leave out what is more than three lines from any change', () => {
    const same = ['1', '2', '3', '4', '5', '6'];
    expect(rowsOf(lines(...same, 'old'), lines(...same, 'new'))).toEqual([
      '… 3',
      '4 4 | 4 4',
      '5 5 | 5 5',
      '6 6 | 6 6',
      '7 [old] | 7 [new]',
    ]);
  });

  it('face each other line by line where too many lines differ to compare them all', () => {
    const rows = rowsOf(lines(...many('a')), lines(...many('b')));
    expect(rows).toHaveLength(MANY);
    expect(rows.at(-1)?.replace(/[[\]]/g, '')).toBe(`${MANY} a${MANY - 1} | ${MANY} b${MANY - 1}`);
  });

  it('have lines that differ as a whole where too many of their words do', () => {
    const [gone, added] = [many('a').join(' '), many('b').join(' ')];
    expect(rowsOf(`same\n${gone}`, `same\n${added}`)).toEqual([
      '1 same | 1 same',
      `2 [${gone}] | 2 [${added}]`,
    ]);
  });

  it('have a line of any length in scripts without spaces', () => {
    const line = '知'.repeat(5_000_000);
    expect(sideBySide(line, `${line}库`)).toHaveLength(1);
  });

  it('have no changed row where they are the same', () => {
    expect(rowsOf(lines('a', 'b'), lines('a', 'b'))).toEqual(['… 2']);
  });
});
