import { startTransition, useEffect, useState } from 'react';
import { useMarkdown } from '../../ui/formatted.tsx';

/** The newest turns, which are formatted at once: they fill the screen. */
const AT_ONCE = 12;
/** How many of the others are formatted at a time. */
const AT_A_TIME = 10;

/**
 * How many of the turns, from the first on, are still plain text. Formatting hundreds takes a second, so the others follow a few at a time, from
 * the newest to the oldest, while the page can be used.
 */
export function usePlainAtFirst(turns: number): number {
  const { isPending } = useMarkdown();
  const [plain, setPlain] = useState(turns - AT_ONCE);
  useEffect(() => {
    if (isPending || plain <= 0) return undefined;
    const next = setTimeout(() => startTransition(() => setPlain(plain - AT_A_TIME)));
    return () => clearTimeout(next);
  }, [isPending, plain]);
  return plain;
}
