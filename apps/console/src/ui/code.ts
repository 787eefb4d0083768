import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** Fetches a large part of the console when it is first needed. A browser may not fetch what failed before the page is loaded again. */
export function useCode<T>(name: string, load: () => Promise<T>): UseQueryResult<T> {
  return useQuery({ queryKey: ['code', name], queryFn: load, staleTime: Infinity, gcTime: Infinity });
}
