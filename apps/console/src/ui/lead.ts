import { type RefObject, useEffect, useRef } from 'react';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';

/** Whether the component is there no more. */
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

/** Navigates to what comes after something that takes a while: not where the page on which it was begun was left meanwhile. */
export function useLead(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const isLeft = useIsLeft();
  return (options) => (isLeft.current ? Promise.resolve() : navigate(options));
}

/** Closes a dialog after something that takes a while: not the one that was opened in its place meanwhile. */
export function useWhileOpen(close: () => void): () => void {
  const isLeft = useIsLeft();
  return () => {
    if (!isLeft.current) close();
  };
}
