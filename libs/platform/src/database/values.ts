import pg from 'pg';

const TIMESTAMPTZ = 1184;
const BIGINT = 20;
/** The offset at the end of a time in UTC. */
const UTC = '+00';

/** How prepared statements read columns: timestamps as the API writes them, `bigint` as numbers. */
export const readers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return apiTime;
    if (oid === BIGINT) return Number;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/**
 * Converts `2026-11-21 10:20:30.5+00`, PostgreSQL's text in the session's UTC, to the API's `2026-11-21T10:20:30.500Z`.
 * @throws Error for a time with another offset.
 */
export function apiTime(text: string): string {
  if (!text.endsWith(UTC)) throw new Error('PostgreSQL wrote a time that is not in UTC.');
  const fraction = text.slice(20, -UTC.length).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** The transformer of an entity's `bigint` column: a number up to 2^53, where the driver returns a string. Keeps null. */
export const bigintNumber = {
  from: (text: string | null): number | null => (text === null ? null : Number(text)),
  to: (value: number | null): number | null => value,
};

/** The pattern of `LIKE` for texts that contain this text; `%`, `_` and `\` in it stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The sentence of an error as PostgreSQL can store it, in `text` and in JSON: what it quotes may have a NUL, or half of a character at
 * its end, each of which is replaced.
 */
export function storableReason(error: unknown): string {
  const sentence = error instanceof Error ? error.message : String(error);
  return sentence.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** How many of a project's newest rows a search without trigrams compares. */
export const MOST_COMPARED = 50_000;
