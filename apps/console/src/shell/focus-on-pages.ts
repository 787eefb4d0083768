import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';

/** Whoever opens a page by a link that it replaces is at its content, not before the menu. */
export function useFocusOnPages(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) requestAnimationFrame(focusContent);
      }),
    [router],
  );
}

function focusContent(): void {
  if (document.activeElement === document.body)
    document.getElementById('content')?.focus({ preventScroll: true });
}
