import type { DataSource } from 'typeorm';

/** How a search finds what contains a text: with the trigram indexes, or, by what has no trigram, among the newest records alone. */
export type Finding = 'indexed' | 'newest';

/** The letters and digits of which a database's indexes have trigrams: those of every script, or those of ASCII alone. */
export type Letters = 'every' | 'ascii';

/** pg_trgm asks the C library, by the database's character type, what a letter is. A fraction or a digit in a circle is none. */
const TRIGRAM = {
  every: /[\p{L}\p{Nd}\p{Nl}]{3}/u,
  ascii: /[A-Za-z0-9]{3}/,
} as const satisfies Record<Letters, RegExp>;

const LETTERS = `
  SELECT CASE WHEN datctype IN ('C', 'POSIX') THEN 'ascii' ELSE 'every' END AS letters
    FROM pg_database WHERE datname = current_database()`;

/** The letters of a database, which is created with them. */
export async function lettersOf(source: DataSource): Promise<Letters> {
  const rows: { letters: Letters }[] = await source.query(LETTERS);
  return rows[0]?.letters ?? 'ascii';
}

/** How a text is found; null where none is searched for. */
export function findingOf(text: string, letters: Letters): Finding | null {
  if (text === '') return null;
  return hasTrigram(text, letters) ? 'indexed' : 'newest';
}

/**
 * Whether an index of trigrams narrows a search for what contains a text down: it has three letters or digits in a row. A sigma is
 * none of them, because `contains` looks for any character in its place. With accents as characters of their own (NFD), it has trigrams, too:
 * each accent ends a word, and the ends of words are in trigrams.
 */
function hasTrigram(text: string, letters: Letters): boolean {
  return TRIGRAM[letters].test(text.normalize('NFC').replace(/[Σσς]/g, ' '));
}
