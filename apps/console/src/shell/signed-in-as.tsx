import type { JSX, ReactNode } from 'react';
import { useMe } from '../api/session.ts';
import { texts } from '../texts.ts';
import { Loading } from '../ui/states.tsx';

/**
 * A page that signs somebody in by a link: shows first who is signed in already, because their session may be
 * replaced.
 */
export function SignedInAs({ children }: { readonly children: ReactNode }): JSX.Element {
  const { data, isPending } = useMe();
  if (isPending) return <Loading />;
  return (
    <>
      {data && <p className="notice">{texts.signIn.replaced(data.email)}</p>}
      {children}
    </>
  );
}
