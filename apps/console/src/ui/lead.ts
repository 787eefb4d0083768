import { type RefObject, useEffect, useRef } from 'react';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';

/** Whether the component was unmounted. */
function useIsLeft(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}

/** Navigates after an action that takes a while, unless the user has left the page meanwhile. */
export function useLead(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const isLeft = useIsLeft();
  return (options) => (isLeft.current ? Promise.resolve() : navigate(options));
}

/** Closes a dialog after an action that takes a while, but not another dialog that was opened in its place. */
export function useWhileOpen(close: () => void): () => void {
  const isLeft = useIsLeft();
  return () => {
    if (!isLeft.current) close();
  };
}
