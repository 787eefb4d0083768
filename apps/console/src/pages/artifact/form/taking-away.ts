import { useEffect, useLayoutEffect, useRef } from 'react';
import { texts } from '../../../texts.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { holdsSomething } from './shapes.ts';

/** Removes a part; `putBack` adds the part to the value as it is by then. */
type TakeAway<T> = (place: string, part: unknown, left: T, putBack: (left: T) => T) => void;

/** Removes parts of a value, and offers to put back those with content, as long as the value is shown. */
export function useTakingAway<T>(value: T, onChange: (value: T) => void): TakeAway<T> {
  const latest = useRef({ value, onChange });
  const shown = useRef(new AbortController());
  useLayoutEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => {
    const showing = new AbortController();
    shown.current = showing;
    return () => showing.abort();
  }, []);
  return (place, part, left, putBack) => {
    onChange(left);
    if (!holdsSomething(part)) return;
    const undo = (): void => latest.current.onChange(putBack(latest.current.value));
    showToast(texts.artifacts.form.removed(place), { undo, signal: shown.current.signal });
  };
}
