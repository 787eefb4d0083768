/** What TypeScript's types of ECMAScript lack so far: JSON numbers with all their digits. */
interface RawNumber {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
