import { Parser } from 'htmlparser2';
import { Unreadable } from '../unreadable.ts';

/** The parser's time grows with the square of the depth. Levels. */
const DEEPEST = 10_000;

/** A start tag. Names are without their prefixes, which producers choose. */
export interface Tag {
  readonly name: string;
  /** With its colon, or "". */
  readonly prefix: string;
  readonly attribute: (name: string) => string | undefined;
  /** Where the tag begins, and where it is over. */
  readonly from: number;
  readonly to: number;
}

/** Sees a part of a DOCX, in its order. */
export interface Visitor {
  open(tag: Tag): void;
  text?(text: string): void;
  /** An element ends with the tag that is over there. */
  close(name: string, to: number): void;
}

/** Shows an XML part to a visitor. @throws Unreadable when it is nested too deeply. */
export function walk(xml: string, visitor: Visitor): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (qualified, attributes) => {
        depth += 1;
        if (depth > DEEPEST) throw new Unreadable('The DOCX is nested too deeply.');
        const name = localName(qualified);
        visitor.open({
          name,
          prefix: qualified.slice(0, -name.length),
          attribute: (wanted) => attributeOf(attributes, wanted),
          from: parser.startIndex,
          to: parser.endIndex + 1,
        });
      },
      ontext: (text) => visitor.text?.(text),
      onclosetag: (qualified) => {
        depth -= 1;
        visitor.close(localName(qualified), parser.endIndex + 1);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

/** Whether a property that is either on or off is on; one without a value is. */
export function isOn({ attribute }: Tag): boolean {
  return !['0', 'false', 'off'].includes(attribute('val') ?? '');
}

/** The whole number in an attribute, or undefined. */
export function wholeIn({ attribute }: Tag, name = 'val'): number | undefined {
  const value = attribute(name) ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function localName(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1);
}

function attributeOf(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];
}
