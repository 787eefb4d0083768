import { type RefObject, createContext, useContext, useLayoutEffect, useRef } from 'react';

/** Tells a dialog whether what it was answered with is under way; null outside of dialogs. */
export const HeldContext = createContext<((isHeld: boolean) => void) | null>(null);

/**
 * Whether a form takes nothing more: that of a dialog, which closes when it is done, while that is under way. Its button has the focus
 * meanwhile, which goes back where it is refused.
 */
export function useHeld(isPending: boolean, form: RefObject<HTMLFormElement | null>): boolean {
  const hold = useContext(HeldContext);
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (hold === null) return undefined;
    const button = form.current?.querySelector<HTMLElement>(':scope > .row > button');
    if (!isPending) {
      if (before.current instanceof HTMLElement && document.activeElement === button) before.current.focus();
      return undefined;
    }
    hold(true);
    before.current = document.activeElement;
    button?.focus();
    return () => hold(false);
  }, [isPending, hold, form]);
  return isPending && hold !== null;
}
