/** As much of a storage as is used. */
export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What lasts as long as the page, where the browser keeps nothing. */
class InPage implements Kept {
  private readonly texts = new Map<string, string>();

  get length(): number {
    return this.texts.size;
  }

  key(index: number): string | null {
    return [...this.texts.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.texts.set(key, text);
  }

  removeItem(key: string): void {
    this.texts.delete(key);
  }
}

/** What is kept on this device. */
export const onDevice: Kept = granted(() => localStorage) ?? new InPage();

/** What is kept while the tab is open. */
export const inTab: Kept = granted(() => sessionStorage) ?? new InPage();

/** What a browser refuses where cookies are blocked, or was told to do without; undefined then. */
export function granted<T>(get: () => T | null): T | undefined {
  try {
    return get() ?? undefined;
  } catch {
    return undefined;
  }
}

export function keysOf(kept: Kept): string[] {
  return Array.from({ length: kept.length }, (_, index) => kept.key(index)).filter((key) => key !== null);
}
