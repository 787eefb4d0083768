import { useQuery } from '@tanstack/react-query';
import { api, isForbidden, isNotFound, queryClient } from '../api/client.ts';
import { ME, useMe } from '../api/session.ts';

/**
 * Whether the user may open a project. The known list of their projects may be older than the project or
 * their membership, so the console asks the service before it denies a project that is not listed.
 */
export function useMembership(projectId: string): 'member' | 'stranger' | 'unknown' {
  const { data } = useMe();
  const isListed = data === undefined || data.projects.some(({ id }) => id === projectId);
  const { isPending, error } = useQuery({
    queryKey: ['membership', projectId],
    queryFn: async ({ signal }) => {
      await api.get('/projects/{project_id}/', { path: { project_id: projectId }, signal });
      await queryClient.invalidateQueries({ queryKey: ME.queryKey });
      return true;
    },
    enabled: !isListed,
    staleTime: 0,
  });
  if (isListed) return 'member';
  if (isPending) return 'unknown';
  return isForbidden(error) || isNotFound(error) ? 'stranger' : 'member';
}
