/** The items whose names contain one of the words; without words, all. @throws Error with all names if a word selects nothing. */
export function selected<T extends { readonly name: string }>(
  items: readonly T[],
  words: readonly string[] | undefined,
): T[] {
  const idle = words?.find((word) => !items.some(({ name }) => name.includes(word)));
  if (idle !== undefined)
    throw new Error(
      `No name contains "${idle}". They are:\n${items.map(({ name }) => `  ${name}`).join('\n')}`,
    );
  return items.filter(({ name }) => words?.some((word) => name.includes(word)) ?? true);
}
