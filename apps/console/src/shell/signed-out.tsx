import { type JSX, useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { isSignedOut } from '../api/client.ts';
import { texts } from '../texts.ts';

/**
 * Says that the session has ended, until the service answers a request again; then reads the whole page again. Typed text stays meanwhile.
 */
export function SignedOut(): JSX.Element | null {
  const [isOut, setOut] = useState(false);
  const client = useQueryClient();
  const to = useLocation({ select: ({ href }) => href });
  useEffect(() => {
    let wasOut = false;
    const set = (next: boolean): void => {
      if (wasOut && !next) void client.invalidateQueries();
      wasOut = next;
      setOut(next);
    };
    const judge = (error: unknown): void => set(wasOut || isSignedOut(error));
    const leaveQueries = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'error') judge(event.action.error);
      if (event.action.type === 'success' && !event.action.manual) set(false);
    });
    const leaveMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') judge(event.action.error);
    });
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [client]);
  return isOut ? (
    <p className="away" role="alert">
      {texts.signIn.ended}{' '}
      <Link to="/sign-in" search={{ to }} target="_blank">
        {texts.signIn.beside}
      </Link>
    </p>
  ) : null;
}
