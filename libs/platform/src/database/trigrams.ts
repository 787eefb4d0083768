import type { DataSource } from 'typeorm';

/** How to search for a text: with the trigram indexes or, for a text without trigrams, only among the newest records. */
export type Finding = 'indexed' | 'newest';

/** The letters and digits of which a database's indexes have trigrams: those of every script, or only those of ASCII. */
export type Letters = 'every' | 'ascii';

/** pg_trgm asks the C library what a letter is, by the database's character type. Fractions and circled digits are not letters. */
const TRIGRAM = {
  every: /[\p{L}\p{Nd}\p{Nl}]{3}/u,
  ascii: /[A-Za-z0-9]{3}/,
} as const satisfies Record<Letters, RegExp>;

const LETTERS = `
  SELECT CASE WHEN datctype IN ('C', 'POSIX') THEN 'ascii' ELSE 'every' END AS letters
    FROM pg_database WHERE datname = current_database()`;

/** The letters of a database, which are set when it is created. */
export async function lettersOf(source: DataSource): Promise<Letters> {
  const rows: { letters: Letters }[] = await source.query(LETTERS);
  return rows[0]?.letters ?? 'ascii';
}

/** How to search for a text; null for an empty text. */
export function findingOf(text: string, letters: Letters): Finding | null {
  if (text === '') return null;
  return hasTrigram(text, letters) ? 'indexed' : 'newest';
}

/**
 * Whether a trigram index narrows a search for a text: the text has three letters or digits in a row. A sigma does not count, because
 * `contains` looks for any character in its place. A text with accents as separate characters (NFD) has trigrams, too: each accent ends a
 * word, and trigrams include the ends of words.
 */
function hasTrigram(text: string, letters: Letters): boolean {
  return TRIGRAM[letters].test(text.normalize('NFC').replace(/[Σσς]/g, ' '));
}
