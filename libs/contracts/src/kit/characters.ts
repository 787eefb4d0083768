/** The length of a text in characters, counted as JSON Schema does: in code points (decisions 1, Lengths). */
export function characters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}
