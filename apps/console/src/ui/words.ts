/** Matches each of the words where it stands alone, whatever its case; undefined where there is none. */
export function anyOf(words: readonly string[]): RegExp | undefined {
  const known = words
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (known.length === 0) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])(${known.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}
