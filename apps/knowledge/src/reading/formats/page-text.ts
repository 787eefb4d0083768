/** A run of text on a page, as pdf.js tells it. */
export interface Run {
  readonly str: string;
  /** Its place are the last two. */
  readonly transform: readonly unknown[];
  readonly height: number;
  /** Whether its line ends with it. */
  readonly hasEOL: boolean;
}

interface Line {
  text: string;
  /** From the bottom of the page. */
  readonly y: number;
  height: number;
}

/** Lines that are further apart than so many of their heights have an empty one in between. */
const PARAGRAPH = 1.8;

/** The text of a page: its lines in the order in which it has them, with an empty one where paragraphs are apart. */
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
