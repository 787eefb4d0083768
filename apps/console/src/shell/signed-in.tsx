import type { JSX } from 'react';
import { Outlet } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { useAskBeforeLeaving } from './leaving.ts';

/** What needs a session. For another user it begins anew: nothing that was open goes on with what the one before may do, or has typed. */
export function SignedIn(): JSX.Element {
  useAskBeforeLeaving();
  const { data } = useMe();
  return <Outlet key={data?.id} />;
}
