/** What follows a Korean noun in the same word: its plural, particles, and particles that follow these. */
const PARTICLES =
  '은|는|이|가|을|를|의|도|(?:에서|에게서|에게|에|께서|께|한테서|한테|으로서|으로써|으로|로서|로써|로|와|과|하고|이랑|랑|까지|부터|마다|만|보다|처럼|만큼|대로|밖에|조차|마저|이라도|라도|이나|나)(?:은|는|이|을|의|도|만)?';

/** A noun has at least two syllables: shorter words mostly end like this by themselves. */
const NOUN = new RegExp(`^(?<noun>\\p{Script=Hangul}{2,}?)(?:들|(?:들)?(?:${PARTICLES}))$`, 'u');

/** Hangul comes far after the characters that most words begin with. */
const FIRST_SYLLABLE = '가';

/**
 * A Korean word without the particles that it seems to end with; null for any other word. There is no dictionary, so a noun that happens
 * to end like that (고양이) is cut as well, and has to be compared whole, too.
 */
export function nounOf(folded: string): string | null {
  return folded < FIRST_SYLLABLE ? null : (NOUN.exec(folded)?.groups?.['noun'] ?? null);
}
