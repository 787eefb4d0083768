const NEWLINE = 10;

/** Splits a stream that arrives in pieces into lines. */
export class Lines {
  #pieces: Buffer[] = [];

  /** The lines that end in this piece. */
  *take(piece: Buffer): Generator<string> {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...this.#pieces, piece.subarray(from, end)]).toString();
      this.#pieces = [];
      from = end + 1;
    }
    if (from < piece.length) this.#pieces.push(piece.subarray(from));
  }
}
