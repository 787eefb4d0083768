import { type RefObject, createContext, useContext, useLayoutEffect, useRef, useState } from 'react';

/** Tells a dialog whether what it was answered with is under way; null outside of dialogs. */
export const HeldContext = createContext<((isHeld: boolean) => void) | null>(null);

/** Nobody is to wait for longer than this before a dialog with a button that says nothing. Milliseconds. */
const SLOW_AFTER_MS = 10_000;

interface Held {
  /** Whether the form takes nothing more. */
  readonly isHeld: boolean;
  /** Whether that has taken so long that the dialog may be closed all the same; what it was answered with goes on. */
  readonly isSlow: boolean;
}

/**
 * A form takes nothing more, that of a dialog, which closes when it is done, while that is under way. Its button has the focus meanwhile,
 * which goes back where it is refused.
 */
export function useHeld(isPending: boolean, form: RefObject<HTMLFormElement | null>): Held {
  const hold = useContext(HeldContext);
  const before = useRef<Element>(null);
  const [isSlow, setSlow] = useState(false);
  useLayoutEffect(() => {
    if (hold === null) return undefined;
    const button = form.current?.querySelector<HTMLElement>(':scope > .row > button');
    if (!isPending) {
      if (before.current instanceof HTMLElement && document.activeElement === button) before.current.focus();
      return undefined;
    }
    const release = (): void => {
      hold(false);
      setSlow(true);
    };
    hold(true);
    const releasing = setTimeout(release, SLOW_AFTER_MS);
    before.current = document.activeElement;
    button?.focus();
    return () => {
      clearTimeout(releasing);
      hold(false);
      setSlow(false);
    };
  }, [isPending, hold, form]);
  // The sentence that says so has moved the buttons down.
  useLayoutEffect(() => {
    if (isSlow) form.current?.querySelector(':scope > .row')?.scrollIntoView({ block: 'nearest' });
  }, [isSlow, form]);
  const isHeld = isPending && hold !== null;
  return { isHeld, isSlow: isHeld && isSlow };
}
