import { useEffect } from 'react';
import { focusAt, type RowPlace, rowPlaceOf } from '../ui/row-place.ts';

/**
 * When a row is removed by a control in it, focuses the row that takes its place; otherwise the focus would
 * be before the menu.
 */
export function useFocusOnRemoval(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let place: RowPlace | null = null;
    const stopping = new AbortController();
    const { signal } = stopping;
    document.addEventListener(
      'focusin',
      ({ target }) => {
        focused = target instanceof Element && target.closest('#content') ? target : null;
        place = focused && rowPlaceOf(focused);
      },
      { signal },
    );
    // A click elsewhere leaves the control, even if nothing else gets the focus.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!(target instanceof Node) || !focused?.contains(target)) focused = null;
      },
      { signal },
    );
    const removals = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      if (document.activeElement === document.body) focusAt(place);
    });
    removals.observe(document.body, { childList: true, subtree: true });
    signal.addEventListener('abort', () => removals.disconnect());
    return () => stopping.abort();
  }, []);
}
