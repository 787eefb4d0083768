import type { Schemas } from '@pks/client';
import { type UseQueryResult, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

export const ME = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get('/users/me/', { signal }),
  staleTime: 60_000,
});

export function useMe(): UseQueryResult<Schemas['Me']> {
  return useQuery(ME);
}

type Permission = Schemas['MyProject']['permissions'][number];

/** Whether the user may do something in the project; what they may not do is not offered. */
function useMay(projectId: string, permission: Permission): boolean {
  const { data } = useMe();
  return data?.projects.find(({ id }) => id === projectId)?.permissions.includes(permission) ?? false;
}

export function useIsAdmin(projectId: string): boolean {
  return useMay(projectId, 'CAN_PERFORM_ADMIN_ACTIONS');
}
