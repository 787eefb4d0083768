import { type JSX, useEffect, useState } from 'react';
import { Unreachable } from '@pks/client';
import { useQueryClient } from '@tanstack/react-query';
import { useWhenBack } from '../api/when-back.ts';
import { texts } from '../texts.ts';

/** Says that the service is unreachable, and reads everything again once it is back. */
export function Away(): JSX.Element | null {
  const [isAway, setAway] = useState(false);
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (event.action.error instanceof Unreachable) setAway(true);
      }),
    [client],
  );
  useWhenBack(isAway, () => {
    setAway(false);
    void client.invalidateQueries();
  });
  return isAway ? (
    <p className="away" role="alert">
      {texts.away}
    </p>
  ) : null;
}
