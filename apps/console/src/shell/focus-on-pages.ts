import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { focusContent } from '../ui/row-place.ts';

/** Whoever opens a page by a link that it replaces is at its content, not before the menu. */
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
