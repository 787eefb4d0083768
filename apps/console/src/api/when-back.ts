import { useEffect, useRef } from 'react';
import { ApiError } from '@pks/client';
import { api } from './client.ts';

/** How often to check whether an unreachable service is back. Milliseconds. */
const ASKED_MS = 3_000;

/** Calls back once an unreachable service answers again. */
export function useWhenBack(isAway: boolean, back: () => void): void {
  const latest = useRef(back);
  useEffect(() => {
    latest.current = back;
  });
  useEffect(() => {
    if (!isAway) return undefined;
    const controller = new AbortController();
    const timer = setInterval(() => {
      void answers(controller.signal).then((isBack) => isBack && latest.current());
    }, ASKED_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [isAway]);
}

/**
 * Whether the service answers, even with a refusal; a proxy may answer for it that it is unreachable. False once the signal is
 * aborted.
 */
export async function answers(signal: AbortSignal): Promise<boolean> {
  try {
    await api.get('/users/me/', { signal });
    return !signal.aborted;
  } catch (error) {
    return !signal.aborted && error instanceof ApiError && error.status < 500;
  }
}
