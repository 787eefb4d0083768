/** The commas of all scripts. */
const COMMA = /[,，、،]/;

/** The parts of a text between its commas, without surrounding white space; empty parts included. */
export function betweenCommas(text: string): string[] {
  return text.split(COMMA).map((part) => part.trim());
}

/** The items of a comma-separated text. */
export function listedIn(text: string): string[] {
  return betweenCommas(text).filter((part) => part !== '');
}
