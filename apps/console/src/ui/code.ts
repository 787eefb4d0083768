import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/**
 * Loads a large part of the console's code when it is first needed. After a failure, a browser may not load it until the page is
 * reloaded.
 */
export function useCode<T>(name: string, load: () => Promise<T>): UseQueryResult<T> {
  return useQuery({ queryKey: ['code', name], queryFn: load, staleTime: Infinity, gcTime: Infinity });
}
