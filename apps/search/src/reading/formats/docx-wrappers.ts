/**
 * A tag that mammoth does not know: it ignores the element with all that it contains, or the break between two words. The bytes of XML
 * parts, as Latin-1.
 */
const WRAPPER =
  /(<\/?)(?:(m):(\w+)|((?:[\w.-]+:)?)(ruby|rubyBase|bdo|dir|fldSimple|cr|ptab|oval))([\t\n\r />])/;
const WRAPPERS = new RegExp(WRAPPER, 'g');

/** Elements that only wrap text are read as this: the base of ruby (furigana), a direction, a field such as the number of a caption. */
const TRANSPARENT = 'smartTag';

/** Elements that are read as others: breaks, and shapes with text. */
const READ: ReadonlyMap<string, string> = new Map([
  ['cr', 'br'],
  ['ptab', 'tab'],
  ['oval', 'rect'],
]);

/** Elements of equations that hold text; the others only wrap it. */
const READ_IN_EQUATIONS: ReadonlyMap<string, string> = new Map([
  ['r', 'r'],
  ['t', 't'],
]);

/** What separates a part of an equation from the part before it. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['den', '<w:t>/</w:t>'],
  ...['num', 'e', 'lim', 'deg', 'fName'].map((part) => [part, '<w:tab/>'] as const),
]);

/** A part of a tag, whose end comes with the next piece, is hardly longer. Characters. */
const MOST_CUT = 64;

/** Looks for wrappers in the parts of a document, which it takes piece by piece, one part after another. */
export class WrapperSearches {
  readonly #found = new Set<string>();
  #part = '';
  #cut = '';

  /** The parts that have some. */
  get parts(): readonly string[] {
    return [...this.#found];
  }

  take(piece: Buffer, part: string): void {
    if (this.#found.has(part)) return;
    const text = (part === this.#part ? this.#cut : '') + piece.toString('latin1');
    if (WRAPPER.test(text)) this.#found.add(part);
    this.#part = part;
    this.#cut = text.slice(-MOST_CUT);
  }
}

/** An XML part with its wrappers named as elements whose content mammoth reads. */
export function withReadWrappers(xml: Buffer): Buffer {
  return Buffer.from(xml.toString('latin1').replace(WRAPPERS, readTag), 'latin1');
}

function readTag(
  _tag: string,
  start: string,
  equation: string | undefined,
  part: string,
  prefix: string,
  name: string,
  end: string,
): string {
  if (equation === undefined) return `${start}${prefix}${READ.get(name) ?? TRANSPARENT}${end}`;
  const separator = start === '<' ? (SEPARATORS.get(part) ?? '') : '';
  return `${separator}${start}w:${READ_IN_EQUATIONS.get(part) ?? TRANSPARENT}${end}`;
}
