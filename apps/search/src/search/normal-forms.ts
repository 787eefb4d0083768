/** Combining characters in a row take time that grows with the square of their number. No language has words with so many. */
const LONG_RUN = /(\p{M}{31,})/u;
/** Shorter texts take no time, whatever they consist of. Characters. */
const SHORT = 64;

/** A text in a normal form of Unicode, but for combining characters of which more than 30 are in a row. */
export function normalForm(text: string, form: 'NFC' | 'NFKD'): string {
  if (text.length < SHORT) return text.normalize(form);
  // Every second part is a run.
  const parts = text.split(LONG_RUN).map((part, index) => (index % 2 === 0 ? part.normalize(form) : part));
  return parts.join('');
}
