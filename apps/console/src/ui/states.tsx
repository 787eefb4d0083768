import type { JSX, ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { isForbidden, isNotFound, isSignedOut, sentenceOf } from '../api/client.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';
import { Sentence } from './sentence.tsx';

export function Loading(): JSX.Element {
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="hidden-visually">{texts.loading}</span>
    </div>
  );
}

export function Empty({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <div className="state" role="status">
      {children}
    </div>
  );
}

export function Failed({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry: () => void;
}): JSX.Element {
  if (isSignedOut(error)) return <Empty>{texts.signIn.needed}</Empty>;
  const isGone = isNotFound(error);
  const isFinal = isGone || isForbidden(error);
  return (
    <div className="state" role="alert">
      <p>
        <Sentence>{isGone ? texts.notFound.body : sentenceOf(error)}</Sentence>
      </p>
      {!isFinal && <Button onPress={retry}>{texts.retry}</Button>}
    </div>
  );
}

interface ShownProps<T> {
  readonly of: UseQueryResult<T>;
  /** Shown if the requested thing does not exist, or no longer exists. */
  readonly gone?: ReactNode;
  /** The title of the page while nothing is loaded, for content that is a whole page. */
  readonly title?: string;
  readonly children: (data: T) => ReactNode;
}

/** The result of a query; until then, a sign of loading, or the error. */
export function Shown<T>({ of, gone, title, children }: ShownProps<T>): ReactNode {
  if (gone !== undefined && isNotFound(of.error)) return gone;
  if (of.data !== undefined) return children(of.data);
  const state = of.error ? <Failed error={of.error} retry={() => void of.refetch()} /> : <Loading />;
  return title === undefined ? state : <Page title={title}>{state}</Page>;
}
