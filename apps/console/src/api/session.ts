import type { Schemas } from '@pks/client';
import { type UseQueryResult, queryOptions, useQuery } from '@tanstack/react-query';
import { api, queryClient } from './client.ts';

type Me = Schemas['Me'];

const KEY = ['me'];

export const ME = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }): Promise<Me> => {
    const me = await api.get('/users/me/', { signal });
    const before = queryClient.getQueryData<Me>(KEY);
    if (before && before.id !== me.id) forgetAllElse();
    return me;
  },
  staleTime: 60_000,
});

/** Discards what was read as another user. */
function forgetAllElse(): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [key] }) => key !== KEY[0] });
}

export function useMe(): UseQueryResult<Me> {
  return useQuery(ME);
}

type Permission = Schemas['MyProject']['permissions'][number];

/** Whether the user has a permission in the project; the console does not offer what they may not do. */
function useMay(projectId: string, permission: Permission): boolean {
  const { data } = useMe();
  return data?.projects.find(({ id }) => id === projectId)?.permissions.includes(permission) ?? false;
}

export function useIsAdmin(projectId: string): boolean {
  return useMay(projectId, 'CAN_PERFORM_ADMIN_ACTIONS');
}
