import { useEffect } from 'react';
import { texts } from '../texts.ts';

/** Sets the window's title to that of a page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
}
