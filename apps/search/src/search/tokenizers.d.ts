/** The part of the package that is used; its own types import each other without the extensions that Node's resolution needs. */
declare module '@huggingface/tokenizers' {
  /** Splits texts into the pieces of words that a model knows. */
  export class Tokenizer {
    /** Takes the contents of the model's `tokenizer.json` and its configuration. */
    constructor(tokenizer: unknown, config: object);
    /** The numbers of the pieces of a text, between the marks of its start and its end. */
    encode(text: string): { readonly ids: number[] };
  }
}
