/** What the types of ECMAScript do not have yet: numbers of JSON with all of their digits. */
interface RawNumber {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
