/** From the first length on, a word may have one mistake; from the second on, two. Characters. */
const ONE_MISTAKE = 4;
const TWO_MISTAKES = 6;
/** Nobody misspells longer words, and from twice this length on the engine refuses to look for similar ones. Characters. */
const LONGEST = 40;

/** The number of mistakes that a word may have and still be recognized. Short and very long words and numbers are taken literally. */
export function mistakesAllowed(word: string): 0 | 1 | 2 {
  if (word.length < ONE_MISTAKE || word.length > LONGEST || /\p{N}/u.test(word)) return 0;
  return word.length < TWO_MISTAKES ? 1 : 2;
}

/** The number of letters that are missing, added, wrong, or exchanged with their neighbour; `most + 1` if there are more than `most`. */
export function mistakesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_none, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= b.length; at += 1) current.push(costAt(a, b, row, at, { before, above, current }));
    [before, above] = [above, current];
  }
  return Math.min(above[b.length] ?? 0, most + 1);
}

interface Costs {
  readonly before: readonly number[];
  readonly above: readonly number[];
  readonly current: readonly number[];
}

function costAt(a: string, b: string, row: number, at: number, { before, above, current }: Costs): number {
  const isSame = a[row - 1] === b[at - 1];
  const isExchanged = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
  return Math.min(
    (above[at] ?? Infinity) + 1,
    (current[at - 1] ?? Infinity) + 1,
    (above[at - 1] ?? Infinity) + (isSame ? 0 : 1),
    isExchanged ? (before[at - 2] ?? Infinity) + 1 : Infinity,
  );
}
