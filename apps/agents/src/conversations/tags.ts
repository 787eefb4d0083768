/** The tags in their order, trimmed and normalized (NFC); of tags that differ only in case, the first. */
export function withoutRepeats(tags: readonly string[]): string[] {
  const given = new Map<string, string>();
  for (const tag of tags.map((each) => each.trim().normalize('NFC'))) {
    if (tag !== '' && !given.has(keyOf(tag))) given.set(keyOf(tag), tag);
  }
  return [...given.values()];
}

/** The forms of the tags by which they are compared. */
export function keysOf(tags: readonly string[]): string[] {
  return tags.map(keyOf);
}

/** The keys of the tags in a comma-separated text, including those of tags that were stored before tags were normalized. */
export function keysIn(text: string): string[] {
  const keys = keysOf(withoutRepeats(text.split(',')));
  return [...new Set(keys.flatMap((key) => [key, key.normalize('NFD')]))];
}

function keyOf(tag: string): string {
  return tag.trim().toLowerCase();
}
