import { type RefObject, createContext, useContext, useLayoutEffect, useRef, useState } from 'react';

/** Tells a dialog whether its answer is being processed; null outside dialogs. */
export const HeldContext = createContext<((isHeld: boolean) => void) | null>(null);

/** After this long, a dialog may be closed although its answer is still being processed. Milliseconds. */
const SLOW_AFTER_MS = 10_000;

interface Held {
  /** Whether the form accepts no input. */
  readonly isHeld: boolean;
  /** Whether processing has taken so long that the dialog may be closed; the processing continues. */
  readonly isSlow: boolean;
}

/**
 * While the answer of a dialog is being processed, its form accepts no input, and its button has the focus; if the answer is refused, the
 * focus returns.
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
  // The sentence about the delay has moved the buttons down.
  useLayoutEffect(() => {
    if (isSlow) form.current?.querySelector(':scope > .row')?.scrollIntoView({ block: 'nearest' });
  }, [isSlow, form]);
  const isHeld = isPending && hold !== null;
  return { isHeld, isSlow: isHeld && isSlow };
}
