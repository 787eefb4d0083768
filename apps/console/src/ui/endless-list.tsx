import { type JSX, type ReactNode, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Range, defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Endless, loadedOf } from '../api/lists.ts';
import { texts } from '../texts.ts';
import { type Found, useSayFound } from './said.tsx';
import { Failed, Loading } from './states.tsx';

interface Props<T> {
  readonly list: Endless<T>;
  readonly label: string;
  readonly keyOf: (item: T) => string;
  readonly render: (item: T, index: number) => ReactNode;
  readonly empty: ReactNode;
  /** The filter of the list; unless its texts are blank, the number of results is announced. */
  readonly filter?: readonly string[];
  /** The approximate height of a row. Pixels. */
  readonly rowHeight?: number;
}

/** The next page is loaded this many rows before the end. */
const AHEAD = 15;
/** The value of `aria-setsize` for an unknown size. */
const UNKNOWN = -1;

/**
 * A list of any length: only the rows on the screen are in the page, and more are loaded while scrolling. Printing includes all loaded
 * rows. The list is busy while it shows the previous results, until the requested ones arrive.
 */
export function EndlessList<T>(props: Props<T>): JSX.Element {
  const { list, label, keyOf, render, empty, filter, rowHeight = 64 } = props;
  const [parent, setParent] = useState<HTMLDivElement | null>(null);
  const { data } = list;
  useSayFound(filter, foundIn(list));
  const items = useMemo(() => loadedOf({ data }, keyOf), [data, keyOf]);
  const isPrinted = usePrinted();
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor: isPrinted ? allOf : defaultRangeExtractor,
    scrollMargin: parent?.offsetTop ?? 0,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  // Loading a page would abort a refresh of the whole list; after a failure, the user has to retry.
  const mayGoOn = hasNextPage && !isFetching && !isFetchNextPageError && !isPrinted;
  useEffect(() => {
    if (mayGoOn && last >= items.length - AHEAD) void fetchNextPage();
  }, [mayGoOn, fetchNextPage, last, items.length]);

  if (list.data === undefined)
    return list.error ? <Failed error={list.error} retry={() => void list.refetch()} /> : <Loading />;
  if (items.length === 0) return <NoneShown list={list} empty={empty} />;
  return (
    <div ref={setParent} className="rows" aria-busy={list.isPlaceholderData}>
      <div
        className="rows-viewport"
        role="list"
        aria-label={label}
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ key, index, start }) => {
          const item = items[index];
          return (
            <div
              key={key}
              className="rows-row"
              role="listitem"
              aria-setsize={sizeOf(list)}
              aria-posinset={index + 1}
              data-index={index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              {item !== undefined && render(item, index)}
            </div>
          );
        })}
      </div>
      {isFetchingNextPage && <Loading />}
      <EndOf list={list} />
    </div>
  );
}

/** The number of results, once they are those of the current request. */
function foundIn<T>({ data, isPlaceholderData }: Endless<T>): Found | undefined {
  return isPlaceholderData ? undefined : data?.pages[0];
}

function allOf({ count }: Range): number[] {
  return Array.from({ length: count }, (_row, index) => index);
}

/** Whether the page is being printed: true from just before until just after. */
function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    // Only what is in the page when the event ends is printed.
    addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), { signal });
    addEventListener('afterprint', () => setPrinted(false), { signal });
    return () => leaving.abort();
  }, []);
  return isPrinted;
}

/** The list while nothing of it is shown: it is empty only if there is no further page. */
function NoneShown<T>({ list, empty }: Pick<Props<T>, 'list' | 'empty'>): JSX.Element {
  return (
    <>
      {list.hasNextPage ? list.isFetching && <Loading /> : empty}
      <EndOf list={list} />
    </>
  );
}

/** Says at the end of the list that it is not complete, and why. */
function EndOf<T>({ list }: Pick<Props<T>, 'list'>): JSX.Element | null {
  if (list.isFetchNextPageError && !list.isFetching)
    return <Failed error={list.error} retry={() => void list.fetchNextPage()} />;
  if (list.hasNextPage || !list.data?.pages[0]?.count_is_minimum) return null;
  const isEmpty = list.data.pages[0].results.length === 0;
  return <p className="soft">{isEmpty ? texts.onlyNewestSearched : texts.thereMayBeMore}</p>;
}

/** The size of a list for `aria-setsize`. */
function sizeOf<T>({ data }: Endless<T>): number {
  const [first] = data?.pages ?? [];
  return first && !first.count_is_minimum ? first.count : UNKNOWN;
}
