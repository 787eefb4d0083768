/** The greatest number of a piece. */
const GREATEST = 127;

/** Only this many pieces of a question are compared, so that a long one takes no longer. */
const MOST_COMPARED = 32;

/** The number of signs in a byte. */
const SIGNS = 8;

/** The values of a byte. */
const VALUES = 2 ** SIGNS;

/**
 * The mean magnitude of the numbers of a direction, as a share of their root mean square: with it, the likeness of a text to
 * itself is about 1.
 */
const SPREAD = Math.sqrt(2 / Math.PI);

/** The directions of pieces as 8-bit integers: the greatest magnitude in each piece becomes 127. */
export function roundedPieces(numbers: Float32Array, width: number): Int8Array {
  const rounded = new Int8Array(numbers.length);
  for (let from = 0; from < numbers.length; from += width) {
    const to = from + width;
    let most = 0;
    for (let at = from; at < to; at += 1) most = Math.max(most, Math.abs(numbers[at] ?? 0));
    const scale = most === 0 ? 0 : GREATEST / most;
    for (let at = from; at < to; at += 1) rounded[at] = Math.round((numbers[at] ?? 0) * scale);
  }
  return rounded;
}

/** The signs of pieces, a bit for each number: what is stored of a passage. The numbers of a piece are a multiple of eight. */
export function signsOf(pieces: Int8Array): Uint8Array {
  const signs = new Uint8Array(pieces.length / SIGNS);
  for (let byte = 0; byte < signs.length; byte += 1) {
    let value = 0;
    for (let bit = 0; bit < SIGNS; bit += 1) value |= Number((pieces[byte * SIGNS + bit] ?? 0) > 0) << bit;
    signs[byte] = value;
  }
  return signs;
}

/** The pieces of a question, to be compared with those of passages. */
export class QuestionPieces {
  /** For each byte of a piece's signs, the sums of the piece's numbers with each possible value of the byte. */
  readonly #sums: readonly Int16Array[];
  readonly #lengths: readonly number[];
  readonly #bytes: number;

  constructor(pieces: Int8Array, width: number) {
    const count = Math.min(MOST_COMPARED, pieces.length / width);
    const compared = Array.from({ length: count }, (_none, index) =>
      pieces.subarray(index * width, (index + 1) * width),
    );
    this.#sums = compared.map(sumsOf);
    this.#lengths = compared.map((piece) => Math.hypot(...piece) * Math.sqrt(width) * SPREAD);
    this.#bytes = width / SIGNS;
  }

  /**
   * How alike the words of the question and of a passage are in their contexts: the mean, over the pieces of the question, of
   * the similarity to the most similar piece of the passage. About 1 for the same text, about 0 if nothing is alike.
   */
  likenessTo(signs: Uint8Array): number {
    let all = 0;
    for (const [index, sums] of this.#sums.entries()) {
      all += greatest(sums, signs, this.#bytes) / (this.#lengths[index] || 1);
    }
    return all / Math.max(1, this.#sums.length);
  }
}

function sumsOf(piece: Int8Array): Int16Array {
  const sums = new Int16Array((piece.length / SIGNS) * VALUES);
  for (let byte = 0; byte < piece.length / SIGNS; byte += 1) {
    const from = byte * VALUES;
    for (const number of piece.subarray(byte * SIGNS, (byte + 1) * SIGNS))
      sums[from] = (sums[from] ?? 0) - number;
    // A value is a smaller one with its highest bit set; the number of that bit then counts with the other sign.
    for (let bit = 0; bit < SIGNS; bit += 1) {
      const highest = 1 << bit;
      const change = 2 * (piece[byte * SIGNS + bit] ?? 0);
      for (let rest = 0; rest < highest; rest += 1)
        sums[from + highest + rest] = (sums[from + rest] ?? 0) + change;
    }
  }
  return sums;
}

/** The greatest product of a piece of a question with the signs of one of a passage's pieces. */
function greatest(sums: Int16Array, signs: Uint8Array, bytes: number): number {
  let most = -Infinity;
  for (let from = 0; from < signs.length; from += bytes) {
    let sum = 0;
    for (let byte = 0; byte < bytes; byte += 1) sum += sums[byte * VALUES + (signs[from + byte] ?? 0)] ?? 0;
    if (sum > most) most = sum;
  }
  return most === -Infinity ? 0 : most;
}
