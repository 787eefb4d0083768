/** The size of the letters in a diagram. */
export const LETTER = 12;
export const LINE_HEIGHT = 15;

/** The approximate width of letters, relative to their size; saves drawing them to measure. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ijl.,:;'|!()[\]ftrI ‘’“”]/, 0.34],
  [/[mwMW@%—…]/, 0.9],
  [/[A-Z0-9]/, 0.66],
  [/[\p{Mn}\p{Cf}]/u, 0],
  [/[\u1100-\u1cff\u2190-\u{3ffff}]/u, 1],
];
const ASCII = /^[\0-\x7f]*$/;
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function widthOf(text: string): number {
  let sum = 0;
  for (const letter of lettersOf(text)) sum += letterWidth(letter);
  return sum * LETTER;
}

/** The letters of a text with their marks, and its emoji: never cut. Lazily, because names may be as long as a document. */
function* lettersOf(text: string): Generator<string> {
  if (ASCII.test(text)) yield* text;
  else for (const { segment } of SEGMENTER.segment(text)) yield segment;
}

function letterWidth(letter: string): number {
  if (EMOJI.test(letter)) return 1;
  return [...letter].reduce((sum, part) => sum + partWidth(part), 0);
}

function partWidth(part: string): number {
  return WIDTHS.find(([letters]) => letters.test(part))?.[1] ?? 0.56;
}

/** A text wrapped into lines of a width; a text that does not fit into `maxLines` ends with an ellipsis. */
export function wrapped(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text, width)) {
    const longer = line === '' ? piece : `${line} ${piece}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    if (lines.length === maxLines) return [...lines.slice(0, -1), shortened(lines.at(-1) ?? '', width)];
    line = piece;
  }
  return line === '' ? lines : [...lines, line];
}

/** The words of a text; words wider than a line are split. Lazily, because names may be as long as a document. */
function* piecesOf(text: string, width: number): Generator<string> {
  for (const [word] of text.matchAll(/\S+/gu)) {
    let part = '';
    for (const letter of lettersOf(word)) {
      if (widthOf(part + letter) > width && part !== '') {
        yield part;
        part = '';
      }
      part += letter;
    }
    yield part;
  }
}

function shortened(line: string, width: number): string {
  const letters = [...lettersOf(line)];
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
