/** A run of text on a page, as pdf.js returns it. */
export interface Run {
  readonly str: string;
  /** The last two numbers are its position. */
  readonly transform: readonly unknown[];
  readonly height: number;
  /** Whether it is the last of its line. */
  readonly hasEOL: boolean;
}

interface Line {
  text: string;
  /** From the bottom of the page. */
  readonly y: number;
  height: number;
}

/** Lines that are further apart than this many line heights get an empty line between them. */
const PARAGRAPH = 1.8;

/** The text of a page: its lines in the order of the file, with an empty line between paragraphs. */
export function pageText(runs: readonly Run[]): string {
  let text = '';
  let above: Line | undefined;
  for (const line of linesOf(runs)) {
    if (line.text === '') continue;
    const gap = above ? above.y - line.y : 0;
    const apart = above !== undefined && gap > PARAGRAPH * Math.min(above.height, line.height);
    text += `${apart ? '\n' : ''}${line.text}\n`;
    above = line;
  }
  return text;
}

function* linesOf(runs: readonly Run[]): Generator<Line> {
  let line: Line | undefined;
  for (const { str, transform, height, hasEOL } of runs) {
    line ??= { text: '', y: Number(transform[5]), height: 0 };
    line.text += str;
    line.height = Math.max(line.height, height);
    if (!hasEOL) continue;
    yield { ...line, text: line.text.trimEnd() };
    line = undefined;
  }
  if (line) yield { ...line, text: line.text.trimEnd() };
}
