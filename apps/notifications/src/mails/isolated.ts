/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Embeddings, overrides and isolates, which also affect what follows a text that does not close them. */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;
const [BEGINNING, END] = ['\u2068', '\u2069'];
const ISOLATED = /\u2068([^\u2066-\u2069]*)\u2069/g;

/**
 * Prepares a name for use in a sentence: its direction controls are removed, and a name with letters that are written from right to
 * left is isolated, so that it does not change the direction of the sentence.
 */
export function isolated(text: string): string {
  const plain = text.replace(CONTROLS, '');
  return RIGHT_TO_LEFT.test(plain) ? `${BEGINNING}${plain}${END}` : plain;
}

/** Turns the isolated parts of an escaped text into HTML elements. */
export function asElements(html: string): string {
  return html.replace(ISOLATED, '<bdi>$1</bdi>');
}
