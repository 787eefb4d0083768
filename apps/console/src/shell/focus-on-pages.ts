import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { focusContent } from '../ui/row-place.ts';

/**
 * Focuses the content of a page opened by a link that the new page replaces; otherwise the focus would be
 * before the menu.
 */
export function useFocusOnPages(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) requestAnimationFrame(focusUnlessElsewhere);
      }),
    [router],
  );
}

function focusUnlessElsewhere(): void {
  if (document.activeElement === document.body) focusContent();
}
