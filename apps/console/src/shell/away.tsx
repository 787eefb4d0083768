import { type JSX, useEffect, useState } from 'react';
import { Unreachable } from '@pks/client';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { texts } from '../texts.ts';

/** How often an absent service is asked whether it is back. Milliseconds. */
const ASKED_MS = 3_000;

/** Says that the service cannot be reached, and gets everything again when it is back. */
export function Away(): JSX.Element | null {
  const [isAway, setAway] = useState(false);
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query }) => {
        if (query.state.error instanceof Unreachable) setAway(true);
      }),
    [client],
  );
  useEffect(() => {
    if (!isAway) return undefined;
    const timer = setInterval(() => {
      const back = (): void => {
        setAway(false);
        void client.invalidateQueries();
      };
      api.get('/users/me/').then(back, (error: unknown) => {
        if (!(error instanceof Unreachable)) back();
      });
    }, ASKED_MS);
    return () => clearInterval(timer);
  }, [isAway, client]);
  return isAway ? (
    <p className="away" role="alert">
      {texts.away}
    </p>
  ) : null;
}
