import { type JSX, useEffect, useState } from 'react';
import { answers, useWhenBack } from '../api/when-back.ts';
import { texts } from '../texts.ts';
import { LEFT_WITHIN_MS, isBeingLeft } from './being-left.ts';
import { Button } from './button.tsx';
import { Loading } from './states.tsx';

/** Code that is still missing this soon after a reload stays missing. Milliseconds. */
const SOON_MS = 60_000;

/**
 * Replaces a page whose code could not be loaded, and reloads it once the service answers. If the service was never away, a newer release
 * has replaced the code, and the page is reloaded at once, but only once, and not within a minute of any reload. While the browser is
 * leaving the page, nothing is reloaded, which would keep the browser on it: Firefox aborts a page's requests as soon as it begins to
 * leave it.
 */
export function PageNotLoaded(): JSX.Element {
  const [reason, setReason] = useState<'unknown' | 'away' | 'missing'>('unknown');
  useEffect(() => {
    if (isBeingLeft()) {
      const timer = setTimeout(() => setReason('missing'), LEFT_WITHIN_MS);
      return () => clearTimeout(timer);
    }
    const controller = new AbortController();
    const { signal } = controller;
    void answers(signal).then((isThere) => {
      if (signal.aborted) return;
      if (!isThere) setReason('away');
      else if (isLoadedAgain() || isBeingLeft()) setReason('missing');
      else loadAgain();
    });
    return () => controller.abort();
  }, []);
  useWhenBack(reason === 'away', loadUnlessLeft);
  if (reason === 'unknown') return <Loading />;
  return (
    <div className="state" role="alert">
      <p>{reason === 'away' ? texts.notLoaded.away : texts.notLoaded.page}</p>
      <Button onPress={loadAgain}>{texts.retry}</Button>
    </div>
  );
}

/** Asks the browser, which knows this even if it stores nothing for the page. */
function isLoadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  const isReload = load instanceof PerformanceNavigationTiming && load.type === 'reload';
  return isReload && performance.now() < SOON_MS;
}

function loadAgain(): void {
  location.reload();
}

function loadUnlessLeft(): void {
  if (!isBeingLeft()) loadAgain();
}
