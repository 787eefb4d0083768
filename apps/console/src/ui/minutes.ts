import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Renders relative times again each minute; all of them share one timer. */
export function useMinutes(): void {
  useSyncExternalStore(subscribe, minute);
}

function minute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((one) => one()), MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
