import { useEffect, useEffectEvent, useState } from 'react';
import { newKey } from '@pks/client';
import { keepIn } from '../../ui/keep-in.ts';
import { inTab, keysOf, onDevice } from '../../ui/storage.ts';

/** Content that was typed but not saved, kept on this device with the number of the version that it is based on. */
export interface Draft {
  readonly text: string;
  readonly summary: string;
  readonly base: number;
}

/**
 * The key of a draft consists of the ids of its author and its artifact. If another tab has a draft too, one of the two gets a key with
 * its own suffix.
 */
const PREFIX = 'pks.draft.';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OWNED = new RegExp(`^${UUID}[.]${UUID}(?:[.][0-9a-f]{32})?$`);

/** The drafts as this page last showed or kept them, by their keys. */
const latest = new Map<string, Draft | null>();

/** Called when this page keeps a draft: a save may end after the user has left its form and opened another one of the same artifact. */
const listeners = new Set<(key: string, draft: Draft | null) => void>();

interface Kept {
  readonly draft: Draft | null;
  /** Whether the draft was typed earlier, or in another tab. */
  readonly wasKept: boolean;
  /** Whether another tab has a draft of its own. */
  readonly isBeside: boolean;
  readonly keep: (draft: Draft | null) => void;
  /** The current draft, even after its page was left, and by whichever form it was typed since. */
  readonly latest: () => Draft | null;
}

/**
 * The text that a user has typed into an artifact; `keep(null)` forgets it. A tab in which nothing is typed shows the draft of another
 * tab; tabs in which something is typed keep their drafts apart.
 */
export function useDraft(userId: string, artifactId: string): Kept {
  const shared = `${PREFIX}${userId}.${artifactId}`;
  const [key, setKey] = useState(() => keyOfTab(shared));
  const [draft, setDraft] = useState(() => begunWith(key));
  const [wasKept, setWasKept] = useState(draft !== null);
  const [isTyped, setTyped] = useState(false);
  const [isBeside, setBeside] = useState(false);
  useEffect(removeUnowned, []);
  const show = (next: Draft | null): void => {
    latest.set(key, next);
    setDraft(next);
  };
  const showKept = useEffectEvent(() => {
    const kept = stored(key);
    if (isSame(kept, draft)) return;
    show(kept);
    setWasKept(kept !== null);
  });
  const onOtherTab = useEffectEvent((event: StorageEvent) => {
    if (event.key !== key) return;
    if (!isTyped) showKept();
    else if (event.newValue === null) store(key, draft);
    else {
      const own = `${shared}.${newKey()}`;
      latest.set(own, draft);
      store(own, draft);
      keepIn(inTab, shared, own);
      setKey(own);
      setBeside(true);
    }
  });
  const onKept = useEffectEvent((changed: string, next: Draft | null) => {
    if (changed !== key) return;
    setDraft(next);
    setTyped(next !== null);
  });
  useEffect(() => {
    const follow = (changed: string, next: Draft | null): void => onKept(changed, next);
    listeners.add(follow);
    return () => {
      listeners.delete(follow);
    };
  }, []);
  useEffect(() => {
    window.addEventListener('storage', onOtherTab);
    // Drafts that another tab kept between the first render and this listener raised no event here.
    queueMicrotask(showKept);
    return () => window.removeEventListener('storage', onOtherTab);
  }, []);
  const keep = (next: Draft | null): void => {
    show(next);
    setTyped(next !== null);
    store(key, next);
    for (const listener of listeners) listener(key, next);
  };
  return { draft, wasKept, isBeside, keep, latest: () => latest.get(key) ?? null };
}

/** The key under which this tab keeps its draft: its own, or otherwise one that has a draft. */
function keyOfTab(shared: string): string {
  const beside = keysOf(onDevice).filter((key) => key.startsWith(`${shared}.`));
  const keys = [inTab.getItem(shared) ?? shared, shared, ...beside];
  return keys.find((key) => stored(key) !== null) ?? shared;
}

/** The stored draft with which a form begins. */
function begunWith(key: string): Draft | null {
  const draft = stored(key);
  latest.set(key, draft);
  return draft;
}

function store(key: string, draft: Draft | null): void {
  keepIn(onDevice, key, draft === null ? '' : JSON.stringify(draft));
}

/** Earlier releases kept drafts without their author: the console no longer shows them, and anybody could read them on the device. */
function removeUnowned(): void {
  for (const key of keysOf(onDevice))
    if (key.startsWith(PREFIX) && !OWNED.test(key.slice(PREFIX.length))) onDevice.removeItem(key);
}

function stored(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(onDevice.getItem(key) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

function isSame(one: Draft | null, other: Draft | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' && value !== null && 'text' in value && 'summary' in value && 'base' in value
  );
}
