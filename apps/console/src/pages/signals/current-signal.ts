import { useState } from 'react';
import { firstOnScreen, isOnScreen } from './on-screen.ts';
import type { Signal } from './reviewing.ts';

/** The signal on which keys act. */
export interface CurrentSignal {
  readonly signal: Signal | undefined;
  readonly index: number;
  readonly set: (id: string, index: number) => void;
  /** Makes the signal at an index the current one, with the focus; does nothing if there is none. */
  readonly moveTo: (index: number) => void;
  /** Keys never act on a signal that was scrolled out of sight: the first key moves to one on the screen. */
  readonly ifSeen: (act: () => void) => () => void;
}

/** The current one of these signals: the same one even if new signals move it, and its successor once it is closed. */
export function useCurrentSignal(signals: readonly Signal[]): CurrentSignal {
  const [latest, setLatest] = useState({ id: '', index: 0 });
  const found = signals.findIndex(({ id }) => id === latest.id);
  const index = found === -1 ? Math.min(latest.index, signals.length - 1) : found;
  const signal = signals[index];
  if (signal && (signal.id !== latest.id || index !== latest.index)) setLatest({ id: signal.id, index });
  const moveTo = (to: number): void => {
    const next = signals[to];
    if (!next) return;
    setLatest({ id: next.id, index: to });
    const row = document.querySelector(`[data-index="${to}"]`);
    row?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  return {
    signal,
    index,
    set: (id, at) => setLatest({ id, index: at }),
    moveTo,
    ifSeen: (act) => () => (isOnScreen(index) ? act() : moveTo(firstOnScreen() ?? index)),
  };
}
