import { type UseQueryResult, useQuery } from '@tanstack/react-query';

/** Fetches a large part of the console when it is first needed. Where that fails, it is tried again with the next use. */
export function useCode<T>(name: string, load: () => Promise<T>): UseQueryResult<T> {
  return useQuery({ queryKey: ['code', name], queryFn: load, staleTime: Infinity, gcTime: Infinity });
}
