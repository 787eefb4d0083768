/** A line of a text. */
export interface Line {
  /** The position at which it begins. */
  readonly from: number;
  /** Whether it is part of a table or a list, which are cut between their rows or items only. */
  readonly isPart: boolean;
  /** Whether a passage may begin with it. */
  readonly mayBegin: boolean;
  /** What a passage that begins here repeats to make sense: the introduction, and the header of a table; or "". */
  readonly lead: string;
}

/** A longer introduction or header is not repeated. Characters. */
const LONGEST_LEAD = 300;
/** The end of a paragraph that is kept: its last sentence, if that is short enough to be repeated, and what precedes it. Characters. */
const KEPT = 2 * LONGEST_LEAD;
/** Columns are counted in the beginning of a row. Characters. */
const COUNTED_IN = 10_000;

/** Such as "- ", "1. ", "a) ", "(a) ", "(iv) " or "(12) ". */
const ITEM = /^ {0,3}(?:[-*+•–]|\d{1,3}[.)]|\(?[a-z]\)|\((?:[ivx]{2,5}|\d{1,3})\))[ \t]+\S/;
const BARRED = /^ {0,3}\|.*\|/;
const DELIMITER = /^[\s|:-]+$/;
const WRITTEN = /\S/g;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
/** A table without outer bars, as it is read from HTML and DOCX, has at least this many rows. */
const FEWEST_ROWS = 3;

/** The lines of a text, one by one: a long text is never read all at once. */
export function* linesOf(text: string): Generator<Line> {
  const reader = new LineReader();
  const ahead: { readonly from: number; readonly line: string }[] = [];
  for (const line of rawLines(text)) {
    ahead.push(line);
    if (ahead.length === FEWEST_ROWS) yield* reader.read(ahead);
  }
  while (ahead.length > 0) yield* reader.read(ahead);
}

/** The lines of a text; blank ones in a row are one, because there may be millions. */
function* rawLines(text: string): Generator<{ readonly from: number; readonly line: string }> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    const line = text.slice(from, to);
    yield { from, line };
    from = line.trim() === '' ? afterBlankLines(text, to) : to + 1;
  }
}

/** Where the first line that is not blank begins, behind a blank one that ends here. */
function afterBlankLines(text: string, end: number): number {
  WRITTEN.lastIndex = end;
  const written = WRITTEN.exec(text)?.index ?? text.length;
  return end + text.slice(end, written).lastIndexOf('\n') + 1;
}

/** Tracks in which block the next line is. */
class LineReader {
  /** The end of the paragraph that introduces what follows, or is being read. */
  #paragraph = '';
  #isParagraphOver = false;
  #block: Block | null = null;

  *read(ahead: { readonly from: number; readonly line: string }[]): Generator<Line> {
    const next = ahead.shift();
    if (!next) return;
    const { from, line } = next;
    if (this.#block && !this.#block.has(line)) this.#close();
    this.#block ??= this.#begun(line, ahead);
    if (this.#block) yield { from, isPart: true, ...this.#block.place(line) };
    else yield { from, isPart: false, mayBegin: true, lead: '' };
    if (!this.#block) this.#remember(line);
  }

  #begun(line: string, ahead: readonly { readonly line: string }[]): Block | null {
    if (isTable(line, ahead)) return new TableBlock(this.#introduction());
    return ITEM.test(line) ? new ListBlock(this.#introduction()) : null;
  }

  #close(): void {
    this.#block = null;
    this.#paragraph = '';
  }

  #remember(line: string): void {
    if (line.trim() === '') {
      this.#isParagraphOver = true;
      return;
    }
    if (this.#isParagraphOver) this.#paragraph = '';
    this.#isParagraphOver = false;
    if (!HEADING.test(line)) this.#append(line.trim().slice(-KEPT));
  }

  #append(line: string): void {
    this.#paragraph = this.#paragraph === '' ? line : `${this.#paragraph} ${line}`.slice(-KEPT);
  }

  /** The paragraph before, or its last sentence. */
  #introduction(): string {
    const paragraph = this.#paragraph;
    const isShort = paragraph.length <= LONGEST_LEAD;
    const short = isShort ? paragraph : (paragraph.split(/(?<=[.!?])\s+/).at(-1) ?? '');
    return short.length <= LONGEST_LEAD ? short : '';
  }
}

interface Block {
  /** Whether the next line belongs to the block. */
  has(line: string): boolean;
  place(line: string): Pick<Line, 'mayBegin' | 'lead'>;
}

class ListBlock implements Block {
  readonly #introduction: string;
  #items = 0;
  #isAfterBlank = false;

  constructor(introduction: string) {
    this.#introduction = introduction === '' ? '' : `${introduction}\n\n`;
  }

  has(line: string): boolean {
    if (line.trim() === '') this.#isAfterBlank = true;
    else if (ITEM.test(line) || /^\s/.test(line)) this.#isAfterBlank = false;
    else return !this.#isAfterBlank && !HEADING.test(line);
    return true;
  }

  place(line: string): Pick<Line, 'mayBegin' | 'lead'> {
    const isItem = ITEM.test(line);
    if (isItem) this.#items += 1;
    const isFirst = this.#items <= 1;
    return {
      mayBegin: isItem && (!isFirst || this.#introduction === ''),
      lead: isFirst ? '' : this.#introduction,
    };
  }
}

class TableBlock implements Block {
  readonly #introduction: string;
  /** The lines of the header; a header that is too long to be repeated need not be whole. */
  #header = '';
  #headerLines = 0;
  #rows = 0;

  constructor(introduction: string) {
    this.#introduction = introduction === '' ? '' : `${introduction}\n\n`;
  }

  has(line: string): boolean {
    return isRow(line);
  }

  place(line: string): Pick<Line, 'mayBegin' | 'lead'> {
    const isHeader =
      this.#headerLines === 0 || (this.#rows === 0 && DELIMITER.test(line) && line.includes('-'));
    if (isHeader) this.#extend(line);
    else this.#rows += 1;
    if (this.#rows <= 1)
      return { mayBegin: this.#headerLines === 1 && isHeader && this.#introduction === '', lead: '' };
    return { mayBegin: true, lead: this.#lead() };
  }

  #extend(line: string): void {
    this.#headerLines += 1;
    if (this.#header.length <= LONGEST_LEAD) this.#header += `${line}\n`;
  }

  #lead(): string {
    const header = this.#header;
    if (header.length > LONGEST_LEAD) return '';
    const both = `${this.#introduction}${header}`;
    return both.length <= LONGEST_LEAD ? both : header;
  }
}

function isTable(line: string, ahead: readonly { readonly line: string }[]): boolean {
  if (!isRow(line)) return false;
  const rows = [line, ...ahead.slice(0, FEWEST_ROWS - 1).map((next) => next.line)];
  if (BARRED.test(line)) return rows.length > 1 && isRow(rows[1] ?? '');
  const [first, ...others] = rows.map(bars);
  return rows.length === FEWEST_ROWS && others.every((number) => number === first);
}

function isRow(line: string): boolean {
  return BARRED.test(line) || bars(line) > 0;
}

/** The number of bars between columns. */
function bars(line: string): number {
  return line.slice(0, COUNTED_IN).split(' | ').length - 1;
}
