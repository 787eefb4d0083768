import type { JSX } from 'react';
import { Outlet } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { useAskBeforeLeaving } from './leaving.ts';

/**
 * The pages that require a session. They are mounted anew for another user: no open page keeps the previous user's permissions or typed
 * text.
 */
export function SignedIn(): JSX.Element {
  useAskBeforeLeaving();
  const { data } = useMe();
  return <Outlet key={data?.id} />;
}
