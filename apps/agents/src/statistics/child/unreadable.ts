/** A document cannot be described; the message is a sentence for the caller. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly code: string;

  constructor(sentence: string, code = 'malformed_document') {
    super(sentence);
    this.code = code;
  }
}
