/** A transcript with more entries than this is refused. */
export const MOST_ENTRIES = 10_000;

/** A transcript cannot be read; the message is a sentence for whoever imports it. Reading it again would fail the same way. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** The error for a transcript with too many entries. */
export function tooManyEntries(): Unreadable {
  return new Unreadable(`The transcript has more than ${MOST_ENTRIES.toLocaleString('en')} entries.`);
}
