/**
 * Stores a text under a key, or removes the key if the text is empty. Text for which the browser has no room stays in the page
 * only.
 */
export function keepIn(storage: Pick<Storage, 'setItem' | 'removeItem'>, key: string, text: string): void {
  try {
    if (text === '') storage.removeItem(key);
    else storage.setItem(key, text);
  } catch {
    // The drafts of artifacts may have used up the room.
  }
}
