import { type JSX, useEffect, useState } from 'react';
import { Unreachable } from '@pks/client';
import { api } from '../api/client.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Loading } from './states.tsx';

/** How often an absent service is asked whether it is back. Milliseconds. */
const ASKED_MS = 3_000;

/** Where it is kept that a page was loaded again because a part was missing. */
const KEY = 'loaded-again';

/**
 * In the place of a page whose code could not be fetched. It is loaded again once the service answers. Where the service was never away, a
 * newer release has replaced the code, and it is loaded again at once, but only once: what is missing after that stays so.
 */
export function PageNotLoaded(): JSX.Element {
  const [reason, setReason] = useState(isLoadedAgain() ? 'missing' : 'unknown');
  useEffect(() => {
    if (reason === 'missing') return undefined;
    const ask = (): void => {
      api.get('/users/me/').then(loadAgain, (error: unknown) => {
        if (error instanceof Unreachable) setReason('away');
        else loadAgain();
      });
    };
    if (reason === 'unknown') ask();
    const timer = setInterval(ask, ASKED_MS);
    return () => clearInterval(timer);
  }, [reason]);
  if (reason === 'unknown') return <Loading />;
  return (
    <div className="state" role="alert">
      <p>{reason === 'away' ? texts.notLoaded.away : texts.notLoaded.page}</p>
      <Button onPress={loadAgain}>{texts.retry}</Button>
    </div>
  );
}

function isLoadedAgain(): boolean {
  return sessionStorage.getItem(KEY) === location.href;
}

function loadAgain(): void {
  sessionStorage.setItem(KEY, location.href);
  location.reload();
}
