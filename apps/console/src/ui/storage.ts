/** The part of the `Storage` interface in use. */
export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A substitute that lasts as long as the page, for browsers that store nothing. */
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

/** Storage on this device. */
export const onDevice: Kept = granted(() => localStorage) ?? new InPage();

/** Storage for as long as the tab is open. */
export const inTab: Kept = granted(() => sessionStorage) ?? new InPage();

/**
 * Something that a browser may refuse, because cookies are blocked or by its settings; undefined in that
 * case.
 */
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
