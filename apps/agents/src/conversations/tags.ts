/** The tags in their order, normalized (NFC), each once, whatever the case of its letters. */
export function withoutRepeats(tags: readonly string[]): string[] {
  const given = new Map<string, string>();
  for (const tag of tags.map((each) => each.trim().normalize('NFC'))) {
    if (tag !== '' && !given.has(keyOf(tag))) given.set(keyOf(tag), tag);
  }
  return [...given.values()];
}

/** The tags as they are compared. */
export function keysOf(tags: readonly string[]): string[] {
  return tags.map(keyOf);
}

/** The tags in a text with commas between them, as they are compared: also with those that were stored before tags were normalized. */
export function keysIn(text: string): string[] {
  const keys = keysOf(withoutRepeats(text.split(',')));
  return [...new Set(keys.flatMap((key) => [key, key.normalize('NFD')]))];
}

function keyOf(tag: string): string {
  return tag.trim().toLowerCase();
}
