import type { DocxNumbering } from './docx-numbering.ts';
import type { DocxStyles } from './docx-styles.ts';
import { type Tag, type Visitor, isOn, walk, wholeIn } from './xml-walk.ts';

/** What mammoth knows nothing of. */
export interface Unknown {
  readonly styles: DocxStyles;
  readonly numbering: DocxNumbering;
  /** The lines of charts and of SmartArt, by their relationships. Each is taken once. */
  readonly drawings: Map<string, readonly string[]>;
}

/** The reference to a header or footer. */
export interface MarginReference {
  readonly kind: 'header' | 'footer';
  readonly type: string;
  readonly relationship: string;
}

interface Paragraph {
  style: string | undefined;
  list: string | undefined;
  level: number | undefined;
  /** Whether its end is deleted, moved away or hidden: it is not counted. */
  isGone: boolean;
  readonly prefix: string;
  readonly drawn: (readonly string[])[];
}

interface Run {
  style: string | undefined;
  hidden: boolean | undefined;
}

/** What is not shown: former properties, and what other programs show in place of a fallback. */
const UNSHOWN = /^(?:Choice|\w+Change)$/;

/** Of a hidden run, these stay: fields begin and end by them. */
const KEPT_IN_RUNS = new Set(['rPr', 'fldChar', 'instrText']);

/**
 * The XML of a document's body for mammoth: paragraphs begin with their numbers, hidden text is cut out, and the lines of charts follow
 * the paragraphs that they are in.
 */
export class DocxBody implements Visitor {
  readonly references: MarginReference[] = [];
  /** Whether first pages have headers and footers of their own. */
  hasFirstPages = false;
  readonly #xml: string;
  readonly #unknown: Unknown;
  readonly #pieces: string[] = [];
  readonly #path: string[] = [];
  readonly #paragraphs: Paragraph[] = [];
  readonly #runs: Run[] = [];
  /** Up to where the XML is copied. */
  #copied = 0;
  /** How deep the walk is within what is not shown, and within what is cut out. */
  #unshown = 0;
  #cut = 0;

  constructor(xml: string, unknown: Unknown) {
    this.#xml = xml;
    this.#unknown = unknown;
    walk(xml, this);
    this.#copyTo(xml.length);
  }

  toString(): string {
    return this.#pieces.join('');
  }

  open(tag: Tag): void {
    const { name } = tag;
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (name === 'chart' || name === 'relIds') this.#draw(tag);
    if (this.#cut > 0) this.#cut += 1;
    else if (this.#unshown > 0 || UNSHOWN.test(name)) this.#unshown += 1;
    else if (parent === 'r' && !KEPT_IN_RUNS.has(name) && this.#isHidden()) this.#beginCut(tag);
    else if (name === 'p') this.#paragraphs.push(aParagraph(tag));
    else if (name === 'r') this.#runs.push({ style: undefined, hidden: undefined });
    else this.#describe(tag, parent);
  }

  close(name: string, to: number): void {
    this.#path.pop();
    if (this.#cut > 0) this.#endCut(to);
    else if (this.#unshown > 0) this.#unshown -= 1;
    else if (name === 'p') this.#endParagraph(to);
    else if (name === 'r') this.#runs.pop();
    else if (name === 'pPr') this.#number(to);
  }

  #describe(tag: Tag, parent: string | undefined): void {
    if (parent === 'rPr' && this.#path.at(-3) === 'r') this.#describeRun(tag);
    else if (parent === 'sectPr') this.#describeMargins(tag);
    else this.#describeParagraph(tag, parent);
  }

  #describeRun(tag: Tag): void {
    const run = this.#runs.at(-1);
    if (!run) return;
    if (tag.name === 'rStyle') run.style = tag.attribute('val');
    else if (tag.name === 'vanish') run.hidden = isOn(tag);
  }

  #describeParagraph(tag: Tag, parent: string | undefined): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph) return;
    const { name, attribute } = tag;
    if (parent === 'numPr' && name === 'numId') paragraph.list = attribute('val');
    else if (parent === 'numPr' && name === 'ilvl') paragraph.level = wholeIn(tag);
    else if (parent === 'pPr' && name === 'pStyle') paragraph.style = attribute('val');
    else if (parent === 'rPr' && (name === 'del' || name === 'moveFrom')) paragraph.isGone = true;
    else if (parent === 'rPr' && name === 'vanish') paragraph.isGone = isOn(tag);
    // The hidden end of a heading within a line.
    else if (parent === 'rPr' && name === 'specVanish') paragraph.isGone = false;
  }

  #describeMargins(tag: Tag): void {
    const { name, attribute } = tag;
    if (name === 'titlePg') this.hasFirstPages ||= isOn(tag);
    if (name !== 'headerReference' && name !== 'footerReference') return;
    this.references.push({
      kind: name === 'headerReference' ? 'header' : 'footer',
      type: attribute('type') ?? 'default',
      relationship: attribute('id') ?? '',
    });
  }

  /** Former properties aside, `w:pPr` is the first element of a paragraph. */
  #number(to: number): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph || paragraph.isGone || this.#path.at(-1) !== 'p') return;
    const number = this.#unknown.numbering.next(paragraph.style, paragraph);
    if (number !== '') this.#insert(to, runOf(paragraph.prefix, [`${number} `]));
  }

  #endParagraph(to: number): void {
    const paragraph = this.#paragraphs.pop();
    for (const lines of paragraph?.drawn ?? []) {
      const prefix = paragraph?.prefix ?? '';
      this.#insert(to, `<${prefix}p>${runOf(prefix, lines)}</${prefix}p>`);
    }
  }

  #draw({ attribute }: Tag): void {
    const relationship = attribute('dm') ?? attribute('id') ?? '';
    const lines = this.#unknown.drawings.get(relationship);
    const paragraph = this.#paragraphs.at(-1);
    if (!lines || !paragraph || this.#cut > 0) return;
    this.#unknown.drawings.delete(relationship);
    paragraph.drawn.push(lines);
  }

  #isHidden(): boolean {
    const run = this.#runs.at(-1);
    const { styles } = this.#unknown;
    return (
      run?.hidden ?? styles.isHidden(run?.style) ?? styles.isHidden(this.#paragraphs.at(-1)?.style) ?? false
    );
  }

  #beginCut({ from }: Tag): void {
    this.#copyTo(from);
    this.#cut = 1;
  }

  #endCut(to: number): void {
    this.#cut -= 1;
    if (this.#cut === 0) this.#copied = to;
  }

  #insert(at: number, xml: string): void {
    this.#copyTo(at);
    this.#pieces.push(xml);
  }

  #copyTo(to: number): void {
    this.#pieces.push(this.#xml.slice(this.#copied, to));
    this.#copied = to;
  }
}

function aParagraph({ prefix }: Tag): Paragraph {
  return { style: undefined, list: undefined, level: undefined, isGone: false, prefix, drawn: [] };
}

function runOf(prefix: string, lines: readonly string[]): string {
  const texts = lines.map((line) => `<${prefix}t xml:space="preserve">${escaped(line)}</${prefix}t>`);
  return `<${prefix}r>${texts.join(`<${prefix}br/>`)}</${prefix}r>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
