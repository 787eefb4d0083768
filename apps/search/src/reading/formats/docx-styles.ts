import { type Tag, type Visitor, isOn, walk, wholeIn } from './xml-walk.ts';

/** The list of a paragraph: its number, and the level in it. */
export interface ListPlace {
  readonly list: string | undefined;
  readonly level: number | undefined;
}

interface Style {
  base: string | undefined;
  list: string | undefined;
  level: number | undefined;
  hidden: boolean | undefined;
}

/** Styles that are based on each other without an end are followed so far. */
const MOST_BASES = 20;

/** What the styles of a DOCX say of lists and of hidden text. */
export class DocxStyles implements Visitor {
  readonly #styles = new Map<string, Style>();
  #style: Style | null = null;

  constructor(xml: string) {
    walk(xml, this);
  }

  /** The list that a style puts its paragraphs in. */
  listOf(id: string | undefined): ListPlace {
    return { list: this.#find(id, 'list'), level: this.#find(id, 'level') };
  }

  /** Whether a style hides its text; undefined where it does not say. */
  isHidden(id: string | undefined): boolean | undefined {
    return this.#find(id, 'hidden');
  }

  open(tag: Tag): void {
    const { name, attribute } = tag;
    if (name === 'style') return this.#begin(attribute('styleId') ?? '');
    if (!this.#style) return;
    if (name === 'basedOn') this.#style.base = attribute('val');
    else if (name === 'numId') this.#style.list = attribute('val');
    else if (name === 'ilvl') this.#style.level = wholeIn(tag);
    else if (name === 'vanish') this.#style.hidden = isOn(tag);
  }

  close(name: string): void {
    if (name === 'style') this.#style = null;
  }

  /** Of two styles with one id, the first counts. */
  #begin(id: string): void {
    this.#style = { base: undefined, list: undefined, level: undefined, hidden: undefined };
    if (!this.#styles.has(id)) this.#styles.set(id, this.#style);
  }

  #find<K extends keyof Style>(id: string | undefined, property: K): Style[K] | undefined {
    let style = this.#styles.get(id ?? '');
    for (let bases = 0; style && bases < MOST_BASES; bases += 1) {
      if (style[property] !== undefined) return style[property];
      style = this.#styles.get(style.base ?? '');
    }
    return undefined;
  }
}
