import { Unreadable } from './unreadable.ts';

/** Longer objects are refused. Bytes. */
const LONGEST = 1 << 20;
/** Objects that are nested deeper are refused. Levels. */
const DEEPEST = 100;

const NO_OBJECTS = 'The JSON is no list of objects: give a list of them, or one object a line.';
const BROKEN = 'The JSON is broken';

/** The space, tab, newline and carriage return. */
const SPACES: ReadonlySet<number> = new Set([32, 9, 10, 13]);
const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [BRACE, END_OF_BRACE, BRACKET, END_OF_BRACKET] = [123, 125, 91, 93];

/** Splits a stream into the objects of a JSON list, or of lines with an object each. Keeps only one object at a time. */
export class JsonRecords {
  private form: 'unknown' | 'list' | 'lines' | 'ended' = 'unknown';
  private kept: Buffer[] = [];
  private keptBytes = 0;
  private depth = 0;
  private quoted = false;
  private escaped = false;
  private count = 0;
  /** Whether an object may come next in a list: at the list's beginning and after a comma. */
  private expectsObject = true;

  /** The texts of the objects that end in this piece. @throws Unreadable */
  *take(piece: Buffer): Generator<string> {
    let begin = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (this.depth === 0) {
        this.between(byte);
        begin = at;
      } else if (this.isEnd(byte)) yield this.finish(piece.subarray(begin, at + 1));
    }
    if (this.depth > 0) this.keep(piece.subarray(begin));
  }

  /** Checks that the stream may end here. @throws Unreadable */
  end(): void {
    const isOpen = this.depth > 0 || this.form === 'list';
    if (isOpen) throw new Unreadable(`${BROKEN}: it ends in the middle.`);
  }

  /** Takes a byte between two objects. */
  private between(byte: number): void {
    if (SPACES.has(byte)) return;
    if (byte === BRACE && this.mayBegin()) this.depth = 1;
    else if (byte === BRACKET && this.form === 'unknown') this.form = 'list';
    else if (byte === COMMA && this.form === 'list' && !this.expectsObject) this.expectsObject = true;
    else if (byte === END_OF_BRACKET && this.form === 'list' && this.mayEnd()) this.form = 'ended';
    else throw new Unreadable(this.count === 0 ? NO_OBJECTS : this.place());
  }

  private mayBegin(): boolean {
    if (this.form === 'unknown') this.form = 'lines';
    const may = this.form === 'lines' || (this.form === 'list' && this.expectsObject);
    this.expectsObject = false;
    return may;
  }

  private mayEnd(): boolean {
    return !this.expectsObject || this.count === 0;
  }

  /** Takes a byte of an object. Returns whether it is the last byte of the object. */
  private isEnd(byte: number): boolean {
    if (this.quoted) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.quoted = false;
      return false;
    }
    if (byte === QUOTE) this.quoted = true;
    else if (byte === BRACE || byte === BRACKET) this.deepen();
    else if (byte === END_OF_BRACE || byte === END_OF_BRACKET) this.depth -= 1;
    return this.depth === 0;
  }

  private deepen(): void {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Unreadable(`The JSON is nested more than ${DEEPEST} levels deep.`);
  }

  private keep(part: Buffer): void {
    this.keptBytes += part.length;
    if (this.keptBytes > LONGEST)
      throw new Unreadable(`An object of the JSON is longer than ${LONGEST.toLocaleString('en')} bytes.`);
    this.kept.push(Buffer.from(part));
  }

  private finish(part: Buffer): string {
    this.count += 1;
    if (this.kept.length === 0 && part.length <= LONGEST) return part.toString();
    this.keep(part);
    const whole = Buffer.concat(this.kept).toString();
    this.kept = [];
    this.keptBytes = 0;
    return whole;
  }

  private place(): string {
    return `${BROKEN} after object ${this.count.toLocaleString('en')}.`;
  }
}
