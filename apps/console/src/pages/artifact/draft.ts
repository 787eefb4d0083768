import { useState } from 'react';

/** Content that was typed and not saved: kept on this device, with the version that it is based on. */
export interface Draft {
  readonly text: string;
  readonly summary: string;
  readonly base: number;
}

interface Kept {
  readonly draft: Draft | null;
  readonly keep: (draft: Draft | null) => void;
}

/** The draft under a key; `keep(null)` forgets it. */
export function useDraft(key: string): Kept {
  const [draft, setDraft] = useState(() => stored(key));
  const keep = (next: Draft | null): void => {
    setDraft(next);
    try {
      if (next === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A draft that is too large for the browser's storage is kept in the page alone.
    }
  };
  return { draft, keep };
}

function stored(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' && value !== null && 'text' in value && 'summary' in value && 'base' in value
  );
}
