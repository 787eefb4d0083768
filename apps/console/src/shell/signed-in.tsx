import { type JSX, useEffect } from 'react';
import { Outlet } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { offerNoMore } from '../ui/toasts.tsx';
import { useAskBeforeLeaving } from './leaving.ts';

/**
 * The pages that require a session. They are mounted anew for another user: no open page keeps the previous user's permissions or typed
 * text, or offers to undo what they did.
 */
export function SignedIn(): JSX.Element {
  useAskBeforeLeaving();
  const { data } = useMe();
  const id = data?.id;
  useEffect(() => offerNoMore, [id]);
  return <Outlet key={id} />;
}
