import { type JSX, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';

/** How long an announcement stays: a user who comes across it later would take it for the current state. Milliseconds. */
const SAID_MS = 6_000;
/** The number of results is announced after a pause in typing of this long, not for every letter. Milliseconds. */
const SETTLED_MS = 500;

let said = '';
let forgetting: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(text: string): void {
  said = text;
  for (const listener of listeners) listener();
}

function say(text: string): void {
  clearTimeout(forgetting);
  set(text);
  forgetting = setTimeout(() => set(''), SAID_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Announces to screen readers what others see. The element exists from the start: one that appears with its text would not be announced. */
export function Said(): JSX.Element {
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <p className="hidden-visually" role="status">
      {text}
    </p>
  );
}

/** The number of results, which may be a minimum. */
export interface Found {
  readonly count: number;
  readonly count_is_minimum?: boolean | undefined;
}

/** Announces the number of results after the filter of a list changed and its results arrived. */
export function useSayFound(filter: readonly string[] | undefined, found: Found | undefined): void {
  const filteredBy = (filter ?? []).join(' ').trim();
  const isThere = found !== undefined;
  const sayFound = useEffectEvent(() => {
    if (found) say(texts.found(found.count, found.count_is_minimum ?? false));
  });
  useEffect(() => {
    if (filteredBy === '' || !isThere) return undefined;
    const timer = setTimeout(sayFound, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [filteredBy, isThere]);
}
