import { useEffect } from 'react';
import { queryClient } from '../api/client.ts';

/** The `meta` of a mutation that leaving the page would cut off halfway. */
export const CUT_OFF_BY_LEAVING = { isCutOffByLeaving: true };

/** Makes the browser ask before it leaves or reloads the page while such a mutation is under way. */
export function useAskBeforeLeaving(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      const cutOff = queryClient.isMutating({
        predicate: ({ meta }) => meta?.['isCutOffByLeaving'] === true,
      });
      if (cutOff > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
