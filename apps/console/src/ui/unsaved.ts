import { useEffect, useSyncExternalStore } from 'react';

/** The forms of the page in which something is typed that is not saved. */
const forms = new Set<symbol>();
const listeners = new Set<() => void>();

/** Says whether something is typed into a form that leaving its page would lose. */
export function useUnsaved(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return undefined;
    const form = Symbol();
    forms.add(form);
    notify();
    return () => {
      forms.delete(form);
      notify();
    };
  }, [isTyped]);
}

/** Whether leaving the page would lose what is typed. */
export function useIsUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => forms.size > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
