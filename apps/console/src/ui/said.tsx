import { type JSX, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';

/** How long it is there. Whoever comes to it later would take it for how things are. Milliseconds. */
const SAID_MS = 6_000;
/** After so long without a key, it is said what was found: not with every letter. Milliseconds. */
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

/** What is said to those who listen to a page, where others see it. It is there from the beginning: what comes with its text is not said. */
export function Said(): JSX.Element {
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <p className="hidden-visually" role="status">
      {text}
    </p>
  );
}

/** How many there are, or how many at least. */
export interface Found {
  readonly count: number;
  readonly count_is_minimum?: boolean | undefined;
}

/** Says how many were found once a list is filtered by something else, and what that finds is there. */
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
