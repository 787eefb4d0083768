import { useEffect, useState } from 'react';

/** Content that was typed and not saved: kept on this device, with the version that it is based on. */
export interface Draft {
  readonly text: string;
  readonly summary: string;
  readonly base: number;
}

/** A draft is kept under the ids of its author and of its artifact. */
const PREFIX = 'pks.draft.';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TWO_IDS = new RegExp(`^${UUID}[.]${UUID}$`);

interface Kept {
  readonly draft: Draft | null;
  readonly keep: (draft: Draft | null) => void;
}

/** What a user has typed into an artifact; `keep(null)` forgets it. */
export function useDraft(userId: string, artifactId: string): Kept {
  const key = `${PREFIX}${userId}.${artifactId}`;
  const [draft, setDraft] = useState(() => stored(key));
  useEffect(removeUnowned, []);
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

/** Drafts were once kept without their author: nobody could see them again, and everybody could read them on the device. */
function removeUnowned(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !TWO_IDS.test(key.slice(PREFIX.length))) localStorage.removeItem(key);
  } catch {
    // A browser that refuses its storage has none.
  }
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
