/** A file that cannot be read; its message is a sentence for the user. Reading it again would fail the same way. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** The error for a text that is longer than allowed. */
export function tooLong(characters: number): Unreadable {
  return new Unreadable(`The text is longer than ${characters.toLocaleString('en')} characters.`);
}
