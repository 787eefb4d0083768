import fc from 'fast-check';

/** Texts that programs have stumbled over; none has NUL or a lone surrogate, which are refused. */
const NOTORIOUS = [
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  "' OR ''='",
  '"; DROP TABLE artifacts; --',
  '%00',
  '%s%n',
  '%',
  '_',
  '\\',
  '\\x00',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\r\nSet-Cookie: x=1',
  '\u202egnp.exe',
  '\u200b',
  '\ufeffx',
  'e\u0301',
  'ﬁ',
  'ß',
  'İ',
  'ı',
  'Ǆ',
  '👩‍👩‍👧‍👦',
  '\u{10ffff}',
  '\ufffe',
  '\u0001\u001f\u007f',
  '\u2028',
  'a\u0300\u0301\u0302\u0303\u0304',
  '(((((((((((((((((((',
  '(a+)+$',
  '[',
  '*',
  '= ; ,',
] as const;

/** A text of one repeated character is the cheapest long one. */
const FILLERS = ['x', 'é', '日', '😀', '\u0301', '"', '\\', '\n'] as const;

/** The longest text that is made of single characters, before it is shrunk. Characters. */
const USUAL = 40;
const LONG = 1_000;
/** With longer texts, a body would be too large before its text is too long. */
const LONGEST = 25_000;

/** The bounds of a text in code points. */
export interface TextBounds {
  readonly min: number;
  readonly max: number;
}

/** The number of code points, which is how JSON Schema counts. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Texts within bounds that can be stored: any characters but NUL and lone surrogates, often as long or short as allowed. */
export function texts({ min, max }: TextBounds): fc.Arbitrary<string> {
  const most = Math.max(min, Math.min(max, USUAL));
  const storable = (text: string): boolean =>
    !text.includes('\0') && lengthOf(text) >= min && lengthOf(text) <= max;
  const usual = [fc.string({ unit: 'grapheme-ascii', minLength: min, maxLength: most }), strange(min, most)];
  const notorious = NOTORIOUS.filter(storable);
  const filled = fc
    .tuple(fc.constantFrom(...FILLERS), fc.constantFrom(min, Math.min(max, LONGEST)))
    .map(([character, length]) => character.repeat(length));
  return fc.oneof(
    ...usual.map((arbitrary) => ({ weight: 40, arbitrary })),
    ...(notorious.length === 0 ? [] : [{ weight: 30, arbitrary: fc.constantFrom(...notorious) }]),
    // A long text costs the database and this process as much as dozens of others.
    { weight: max > LONG ? 1 : 10, arbitrary: filled },
  );
}

/** Characters of all of Unicode but NUL and surrogates. */
function strange(min: number, max: number): fc.Arbitrary<string> {
  const codePoint = fc.oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
  return fc
    .array(codePoint, { minLength: min, maxLength: max })
    .map((points) => String.fromCodePoint(...points));
}

/** Whether a text is nothing but white space. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** Texts that no field takes. */
export const UNSTORABLE: readonly string[] = ['a\0b', '\0', '\ud800', 'x\udc00', '\udc00\ud800'];
