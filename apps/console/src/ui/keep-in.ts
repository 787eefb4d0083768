/** Keeps a text under a key of a storage; where it is blank, nothing. What the browser has no room for is in the page alone. */
export function keepIn(storage: Pick<Storage, 'setItem' | 'removeItem'>, key: string, text: string): void {
  try {
    if (text === '') storage.removeItem(key);
    else storage.setItem(key, text);
  } catch {
    // The drafts of artifacts may have taken all of the room.
  }
}
