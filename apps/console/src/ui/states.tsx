import type { JSX, ReactNode } from 'react';
import { ApiError } from '@pks/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { sentenceOf } from '../api/client.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';

export function Loading(): JSX.Element {
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="hidden-visually">{texts.loading}</span>
    </div>
  );
}

export function Empty({ children }: { readonly children: ReactNode }): JSX.Element {
  return <div className="state">{children}</div>;
}

export function Failed({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry: () => void;
}): JSX.Element {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="state" role="alert">
      <p>{isGone ? texts.notFound.body : sentenceOf(error)}</p>
      {!isGone && <Button onPress={retry}>{texts.retry}</Button>}
    </div>
  );
}

interface ShownProps<T> {
  readonly of: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** What a query found; until then that it is loading, or why it cannot. */
export function Shown<T>({ of, children }: ShownProps<T>): ReactNode {
  if (of.data !== undefined) return children(of.data);
  return of.error ? <Failed error={of.error} retry={() => void of.refetch()} /> : <Loading />;
}
