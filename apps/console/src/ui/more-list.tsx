import type { JSX, ReactNode } from 'react';
import { type Endless, loadedOf } from '../api/lists.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Failed, Loading } from './states.tsx';

interface Props<T> {
  readonly list: Endless<T>;
  readonly label: string;
  readonly keyOf: (item: T) => string;
  readonly render: (item: T) => ReactNode;
  readonly empty: ReactNode;
  readonly look?: 'rows' | 'nested' | 'timeline';
}

/** A list that is a part of a page: its first rows, and more on request. */
export function MoreList<T>({ list, label, keyOf, render, empty, look = 'rows' }: Props<T>): JSX.Element {
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  if (data === undefined) return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading />;
  const items = loadedOf(list, keyOf);
  const hasFailed = isFetchNextPageError && !isFetching;
  if (items.length === 0) return <>{empty}</>;
  return (
    <>
      <ol className={look} aria-label={label}>
        {items.map((item) => (
          <li key={keyOf(item)}>{render(item)}</li>
        ))}
      </ol>
      {hasFailed && <Failed error={error} retry={() => void fetchNextPage()} />}
      {hasNextPage && !hasFailed && (
        <div>
          <Button size="small" isPending={isFetching} onPress={() => void fetchNextPage()}>
            {texts.showMore((data.pages[0]?.count ?? items.length) - items.length)}
          </Button>
        </div>
      )}
    </>
  );
}
