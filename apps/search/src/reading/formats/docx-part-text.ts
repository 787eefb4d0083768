import { FlowingText } from './flowing-text.ts';
import { type Tag, type Visitor, isOn, walk } from './xml-walk.ts';

/** Not shown: what was deleted or moved away, and the numbers behind a chart; or shown twice: a fallback. */
const UNSHOWN = new Set(['del', 'moveFrom', 'Fallback', 'numCache', 'numLit', 'numDim']);

/** What holds text: of paragraphs, of the series and categories of charts. */
const TEXTS = new Set(['t', 'v', 'pt']);
const LINES = new Set(['p', 'v', 'pt', 'br', 'cr']);

/** Fields that differ from page to page. */
const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

/** A line says something with a letter or a digit. */
const SAYING = /[\p{L}\p{N}]/u;

interface Field {
  instruction: string;
  isPageNumber: boolean;
}

/** The text of a part of a DOCX that mammoth does not read: a header or footer, a chart, the data of SmartArt. */
export class DocxPartText implements Visitor {
  readonly #text: FlowingText;
  readonly #path: string[] = [];
  readonly #fields: Field[] = [];
  #unshown = 0;
  #pageNumbers = 0;
  #isHidden = false;

  /** @param most The limit of its text, in characters; more is refused. */
  constructor(xml: string, most: number) {
    this.#text = new FlowingText(most);
    walk(xml, this);
  }

  /** Its lines that say something. Text can be taken once. */
  lines(): string[] {
    return this.#text
      .take()
      .split('\n')
      .filter((line) => SAYING.test(line));
  }

  open(tag: Tag): void {
    const { name, attribute } = tag;
    this.#path.push(name);
    if (this.#unshown > 0 || UNSHOWN.has(name) || isPageNumber(tag)) this.#unshown += 1;
    else if (LINES.has(name)) this.#text.break(1);
    else if (name === 'tab' || name === 'ptab') this.#text.space();
    else if (name === 'r') this.#isHidden = false;
    else if (name === 'vanish') this.#isHidden = this.#path.at(-3) === 'r' && isOn(tag);
    else if (name === 'fldChar') this.#enterField(attribute('fldCharType'));
    // A watermark.
    else if (name === 'textpath') this.#write(attribute('string') ?? '');
  }

  text(text: string): void {
    const element = this.#path.at(-1) ?? '';
    const field = this.#fields.at(-1);
    if (this.#unshown > 0) return;
    if (element === 'instrText' && field) field.instruction += text;
    else if (TEXTS.has(element)) this.#write(text);
  }

  close(name: string): void {
    this.#path.pop();
    if (this.#unshown > 0) this.#unshown -= 1;
    else if (LINES.has(name)) this.#text.break(1);
  }

  #write(text: string): void {
    if (!this.#isHidden && this.#pageNumbers === 0) this.#text.write(text);
  }

  #enterField(type: string | undefined): void {
    if (type === 'begin') this.#fields.push({ instruction: '', isPageNumber: false });
    else if (type === 'separate') this.#enterResult(this.#fields.at(-1));
    else if (type === 'end' && this.#fields.pop()?.isPageNumber) this.#pageNumbers -= 1;
  }

  #enterResult(field: Field | undefined): void {
    if (!field || field.isPageNumber || !PAGE_NUMBER.test(field.instruction)) return;
    field.isPageNumber = true;
    this.#pageNumbers += 1;
  }
}

function isPageNumber({ name, attribute }: Tag): boolean {
  return name === 'fldSimple' && PAGE_NUMBER.test(attribute('instr') ?? '');
}
