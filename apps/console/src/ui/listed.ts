/** The commas of all keyboards. */
const COMMA = /[,，、،]/;

/** What a text has between its commas, without white space around it: as much as it is, or nothing. */
export function betweenCommas(text: string): string[] {
  return text.split(COMMA).map((part) => part.trim());
}

/** What a text lists, with commas in between. */
export function listedIn(text: string): string[] {
  return betweenCommas(text).filter((part) => part !== '');
}
