import { type ChangeObject, diffLines } from 'diff';
import { wordsThatDiffer } from './line-words.ts';

/** A piece of a line: the same on both sides, or changed. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface Side {
  readonly number: number;
  readonly pieces: readonly Piece[];
}

/** A line on both sides or on one of them; or the number of unchanged lines left out. */
export type Row =
  | { readonly kind: 'same' | 'changed'; readonly left: Side | null; readonly right: Side | null }
  | { readonly kind: 'skipped'; readonly count: number };

/** The number of unchanged lines shown around a change. */
const AROUND = 3;
/**
 * How long the page waits for the comparison of lines, and as long again for that of words: the more they differ, the longer it takes.
 * Milliseconds.
 */
const PATIENCE_MS = 500;

/**
 * Two texts side by side: changed lines face each other, with their differing words marked. If that takes too long, or a line has no
 * counterpart, whole lines are marked; texts that share next to nothing appear as removed and added.
 */
export function sideBySide(left: string, right: string): Row[] {
  const rows: Row[] = [];
  const numbers = { left: 0, right: 0 };
  const wordsOf = patientWords();
  const gone: string[] = [];
  const flush = (added: readonly string[]): void => {
    for (let i = 0; i < Math.max(gone.length, added.length); i += 1) {
      rows.push(changed(gone[i], added[i], numbers, wordsOf));
    }
    gone.length = 0;
  };
  for (const { value, added, removed } of linesThatDiffer(left, right)) {
    const lines = linesOf(value);
    if (removed) gone.push(...lines);
    else if (added) flush(lines);
    else {
      flush([]);
      for (const line of lines) rows.push(same(line, numbers));
    }
  }
  flush([]);
  return folded(rows);
}

function linesThatDiffer(left: string, right: string): readonly ChangeObject<string>[] {
  return (
    diffLines(left, right, { timeout: PATIENCE_MS }) ?? [
      { value: left, added: false, removed: true, count: 1 },
      { value: right, added: true, removed: false, count: 1 },
    ]
  );
}

type Words = (gone: string, added: string) => readonly ChangeObject<string[]>[] | undefined;

/** Compares the words of pairs of lines, one pair after the other, until the total time is used up. */
function patientWords(): Words {
  let left = PATIENCE_MS;
  return (gone, added) => {
    if (left <= 0) return undefined;
    const begun = performance.now();
    const words = wordsThatDiffer(gone, added, left);
    left -= performance.now() - begun;
    return words;
  };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

interface Numbers {
  left: number;
  right: number;
}

function same(line: string, numbers: Numbers): Row {
  const pieces = [{ text: line, isChanged: false }];
  numbers.left += 1;
  numbers.right += 1;
  return { kind: 'same', left: { number: numbers.left, pieces }, right: { number: numbers.right, pieces } };
}

function changed(gone: string | undefined, added: string | undefined, numbers: Numbers, wordsOf: Words): Row {
  const words = gone === undefined || added === undefined ? undefined : wordsOf(gone, added);
  const sideOf = (
    line: string | undefined,
    side: keyof Numbers,
    isOther: 'added' | 'removed',
  ): Side | null => {
    if (line === undefined) return null;
    numbers[side] += 1;
    const pieces = words
      ?.filter((word) => !word[isOther])
      .map(({ value, added: isNew, removed: isGone }) => ({
        text: value.join(''),
        isChanged: isNew || isGone,
      }));
    return { number: numbers[side], pieces: pieces ?? [{ text: line, isChanged: true }] };
  };
  return { kind: 'changed', left: sideOf(gone, 'left', 'added'), right: sideOf(added, 'right', 'removed') };
}

/** Leaves out lines that are far from any change. */
function folded(rows: readonly Row[]): Row[] {
  const isNear = rows.map((_row, index) =>
    rows.slice(Math.max(index - AROUND, 0), index + AROUND + 1).some(({ kind }) => kind === 'changed'),
  );
  const result: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const last = result.at(-1);
    if (isNear[index]) result.push(row);
    else if (last?.kind === 'skipped') result.splice(-1, 1, { kind: 'skipped', count: last.count + 1 });
    else result.push({ kind: 'skipped', count: 1 });
  }
  return result;
}
