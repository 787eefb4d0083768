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
  /** What the list is filtered by, empty texts apart: how many were found by it is said. */
  readonly filter?: readonly string[];
  /** About how high a row is. Pixels. */
  readonly rowHeight?: number;
}

/** How many rows before the end the next page is loaded. */
const AHEAD = 15;
/** Of `aria-setsize`. */
const UNKNOWN = -1;

/**
 * A list of any length: only the rows on the screen are in the page, and more are loaded as it is scrolled. What is printed has all that
 * are loaded. It is busy while it shows what was listed before, until what is asked for is there.
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
  // A next page would end a reading of the whole that is under way, and one that failed is asked for again by hand.
  const mayGoOn = hasNextPage && !isFetching && !isFetchNextPageError && !isPrinted;
  useEffect(() => {
    if (mayGoOn && last >= items.length - AHEAD) void fetchNextPage();
  }, [mayGoOn, fetchNextPage, last, items.length]);

  if (list.data === undefined)
    return list.error ? <Failed error={list.error} retry={() => void list.refetch()} /> : <Loading />;
  if (items.length === 0)
    return (
      <>
        {empty}
        <EndOf list={list} />
      </>
    );
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

/** How many there are, once those are listed that are asked for. */
function foundIn<T>({ data, isPlaceholderData }: Endless<T>): Found | undefined {
  return isPlaceholderData ? undefined : data?.pages[0];
}

function allOf({ count }: Range): number[] {
  return Array.from({ length: count }, (_row, index) => index);
}

/** Whether the page is being printed, from before it is until after. */
function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    // What is not in the page once the event is over is not on the paper.
    addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), { signal });
    addEventListener('afterprint', () => setPrinted(false), { signal });
    return () => leaving.abort();
  }, []);
  return isPrinted;
}

/** Says that not all is listed, and why, at the end of what is. */
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
