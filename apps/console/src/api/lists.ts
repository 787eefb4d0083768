import type { Item, ListArgs, Page, PagedPath } from '@pks/client';
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { api } from './client.ts';

/** The size of every page but the first: as many items as every list allows. */
const LONG_PAGE = 100;

/** A list that loads more when scrolled. */
export type Endless<T> = UseInfiniteQueryResult<InfiniteData<Page<T>, string | null>>;

/** Reads a list page by page. */
export function useEndless<P extends PagedPath>(
  queryKey: QueryKey,
  path: P,
  ...args: ListArgs<P>
): Endless<Item<P>> {
  return usePages([...queryKey, ...args], (next, signal) => api.page(path, next, ...until(signal, args)));
}

/** The arguments of a call, with the signal that aborts it. */
function until<A extends [init?: object]>(signal: AbortSignal, args: A): A {
  const given: [...A] = [...args];
  return Object.assign(given, { 0: { ...args[0], signal } });
}

/** Reads a list page by page, each from the address that the previous page named. */
export function usePages<T>(
  queryKey: QueryKey,
  read: (next: string | null, signal: AbortSignal) => Promise<Page<T>>,
): Endless<T> {
  return useInfiniteQuery<Page<T>, Error, InfiniteData<Page<T>, string | null>, QueryKey, string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next && longer(next),
    placeholderData: keepPreviousData,
  });
}

/** The address of the next page, with more items: a user who scrolls that far wants to get on. */
function longer(next: string): string {
  const url = new URL(next);
  const limit = Number(url.searchParams.get('limit'));
  url.searchParams.set('limit', String(Math.max(limit, LONG_PAGE)));
  return url.href;
}

export const idOf = ({ id }: { readonly id: string }): string => id;

/**
 * The loaded items of a list, each once: an item that is added at the start while the list is read moves the last item of a page into
 * the next page, which repeats it.
 */
export function loadedOf<T>({ data }: Pick<Endless<T>, 'data'>, keyOf: (item: T) => string): T[] {
  const items = new Map<string, T>();
  for (const item of data?.pages.flatMap(({ results }) => results) ?? []) items.set(keyOf(item), item);
  return [...items.values()];
}
