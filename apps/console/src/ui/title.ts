import { useEffect } from 'react';
import { texts } from '../texts.ts';

/** Gives the window the title of a page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
}
