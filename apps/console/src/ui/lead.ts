import { useEffect, useRef } from 'react';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';

/** Navigates to what comes after something that takes a while: not where the page on which it was begun was left meanwhile. */
export function useLead(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return (options) => (isLeft.current ? Promise.resolve() : navigate(options));
}
