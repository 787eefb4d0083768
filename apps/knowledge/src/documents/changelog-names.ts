/** At most this many names are listed. */
const NAMES = 3;

/** Names as a changelog entry lists them: the first of many, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
