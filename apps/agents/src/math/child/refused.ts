/** An expression is refused or has no value; the message is a sentence for its author. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
