import { describe, expect, it } from '@jest/globals';
import { type Row, type Side, sideBySide } from './line-diff.ts';

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

/** More than are compared within the page's patience. */
const MANY = 20_000;
const many = (name: string): string[] => Array.from({ length: MANY }, (_one, i) => `${name}${i}`);

/** A side as a text, with what differs in brackets. */
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

  it('leave the other side empty where lines were added or removed, which differ as a whole, and number both', () => {
    expect(rowsOf(lines('a', 'b'), lines('a', 'x', 'y', 'b'))).toEqual([
      '1 a | 1 a',
      ' | 2 [x]',
      ' | 3 [y]',
      '2 b | 4 b',
    ]);
    expect(rowsOf(lines('a', 'b', 'c'), lines('c'))).toEqual(['1 [a] | ', '2 [b] | ', '3 c | 1 c']);
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

  it('have no changed row where they are the same', () => {
    expect(rowsOf(lines('a', 'b'), lines('a', 'b'))).toEqual(['… 2']);
  });
});
