import { Parser } from 'htmlparser2';
import { HeadingPath } from '../heading-path.ts';
import type { SectionList } from '../section-list.ts';
import { Unreadable } from '../unreadable.ts';
import { FlowingText } from './flowing-text.ts';
import { isHidden } from './html-visibility.ts';

/** The content of these elements is not shown, or is not text. */
const UNSEEN = new Set(
  'script style template noscript svg math iframe object canvas audio video select textarea datalist'.split(
    ' ',
  ),
);
const PARAGRAPHS = new Set(
  'address article aside blockquote details dialog dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
);
const LINES = new Set(
  'body br caption center dd div dt figcaption legend li optgroup option summary tr'.split(' '),
);
const CELLS = new Set(['td', 'th']);
const HEADING = /^h[1-6]$/;

/** The parser's time grows with the square of the depth. Levels. */
const DEEPEST = 10_000;

/** The sections of an HTML text that arrives in pieces. */
export class HtmlSections {
  readonly #sections: SectionList;
  readonly #path = new HeadingPath();
  readonly #characters: number;
  readonly #text: FlowingText;
  readonly #parser: Parser;
  #heading: FlowingText | null = null;
  #title: FlowingText | null = null;
  /** The current depth within hidden elements, preformatted text and table cells. */
  #unseen = 0;
  #preformatted = 0;
  #cells = 0;
  #firstCell = true;
  #depth = 0;

  /** @param characters The limit; more text is refused. */
  constructor(sections: SectionList, characters: number) {
    this.#sections = sections;
    this.#characters = characters;
    this.#text = new FlowingText(characters);
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, isHidden(name, attributes)),
        ontext: (text) => this.#take(text),
        onclosetag: (name) => this.#close(name),
      },
      { decodeEntities: true, lowerCaseTags: true },
    );
  }

  write(html: string): void {
    this.#parser.write(html);
  }

  /** Ends the last section. */
  end(): void {
    this.#parser.end();
    this.#endSection();
  }

  #open(name: string, hidden: boolean): void {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw tooDeep();
    if (this.#unseen > 0 || UNSEEN.has(name) || hidden) this.#unseen += 1;
    else if (name === 'title') this.#title = new FlowingText(this.#characters);
    else if (HEADING.test(name) && this.#cells === 0) this.#openHeading();
    else if (CELLS.has(name)) this.#openCell();
    else {
      this.#begin(name);
      if (name === 'pre') this.#preformatted += 1;
    }
  }

  /** Breaks the line, and marks the start of the next one. */
  #begin(name: string): void {
    if (this.#cells > 0) return this.#breakAt(name);
    if (name === 'li' || name === 'tr') this.#text.unmark();
    this.#breakAt(name);
    if (name === 'li') this.#text.mark('- ');
    if (name === 'tr') this.#firstCell = true;
  }

  #close(name: string): void {
    this.#depth -= 1;
    if (this.#unseen > 0) this.#unseen -= 1;
    else if (name === 'title') this.#closeTitle();
    else if (HEADING.test(name) && this.#heading) this.#closeHeading(Number(name.slice(1)));
    else if (CELLS.has(name)) this.#cells = Math.max(0, this.#cells - 1);
    else {
      if (name === 'tr' && this.#cells === 0) this.#text.unmark();
      this.#breakAt(name);
      if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1);
    }
  }

  #take(text: string): void {
    if (this.#unseen > 0) return;
    if (this.#title) return this.#title.write(text);
    this.#heading?.write(text);
    if (this.#preformatted > 0) this.#text.verbatim(text);
    else this.#text.write(text);
  }

  #breakAt(name: string): void {
    const lines = PARAGRAPHS.has(name) ? 2 : LINES.has(name) ? 1 : 0;
    if (lines === 0) return;
    this.#heading?.space();
    if (this.#cells > 0 || this.#heading) this.#text.space();
    else this.#text.break(lines);
  }

  #openCell(): void {
    if (this.#cells > 0) this.#text.space();
    else if (!this.#firstCell) this.#text.mark('| ');
    this.#firstCell = false;
    this.#cells += 1;
  }

  #openHeading(): void {
    this.#endSection();
    this.#heading = new FlowingText(this.#characters);
  }

  #closeHeading(level: number): void {
    this.#path.enter(level, this.#heading?.take() ?? '');
    this.#heading = null;
    this.#text.break(2);
  }

  /** The title is a heading above what comes before the first one. */
  #closeTitle(): void {
    const title = this.#title?.take() ?? '';
    this.#title = null;
    if (String(this.#path) !== '') return;
    this.#path.enter(1, title);
    this.#text.write(title);
    this.#text.break(2);
  }

  #endSection(): void {
    this.#sections.add(1, String(this.#path), this.#text.take());
  }
}

function tooDeep(): Unreadable {
  return new Unreadable(`The HTML is nested more than ${DEEPEST.toLocaleString('en')} levels deep.`);
}
