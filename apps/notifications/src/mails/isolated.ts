/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Embeddings, overrides and isolates, which reach beyond a text where they are not closed. */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;
const [BEGINNING, END] = ['\u2068', '\u2069'];
const ISOLATED = /\u2068([^\u2066-\u2069]*)\u2069/g;

/**
 * What somebody has called something, within a sentence: where it has letters that are written from right to left, it has a direction of
 * its own, and leaves that of the sentence alone. Others stay as they are.
 */
export function isolated(text: string): string {
  const plain = text.replace(CONTROLS, '');
  return RIGHT_TO_LEFT.test(plain) ? `${BEGINNING}${plain}${END}` : plain;
}

/** What is isolated in a text as elements of HTML; the text is escaped. */
export function asElements(html: string): string {
  return html.replace(ISOLATED, '<bdi>$1</bdi>');
}
