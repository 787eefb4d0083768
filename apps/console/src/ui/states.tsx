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
  /** What is shown where there is no such thing, or no more. */
  readonly gone?: ReactNode;
  /** Where it is all of a page: the title of the page as long as it is not there. */
  readonly title?: string;
  readonly children: (data: T) => ReactNode;
}

/** What a query found; until then that it is loading, or why it cannot. */
export function Shown<T>({ of, gone, title, children }: ShownProps<T>): ReactNode {
  if (gone !== undefined && isNotFound(of.error)) return gone;
  if (of.data !== undefined) return children(of.data);
  const state = of.error ? <Failed error={of.error} retry={() => void of.refetch()} /> : <Loading />;
  return title === undefined ? state : <Page title={title}>{state}</Page>;
}
