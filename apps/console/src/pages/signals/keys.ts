import { useLayoutEffect } from 'react';

/** Keys that type, where a shortcut would surprise. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** Runs what belongs to a key, wherever nothing is being typed: from the moment on which what it acts on is seen. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(TYPING)) return;
      const action = actions[key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actions]);
}
