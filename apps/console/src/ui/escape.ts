import { useEffect, useEffectEvent } from 'react';

/** Closes what is open when Escape is pressed. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
}
