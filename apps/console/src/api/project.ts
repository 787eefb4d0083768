import type { Schemas } from '@pks/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

export function useProject(projectId: string): UseQueryResult<Schemas['Project']> {
  return useQuery({
    queryKey: ['project', projectId],
    queryFn: ({ signal }) => api.get('/projects/{project_id}/', { path: { project_id: projectId }, signal }),
  });
}

/** The number of signals of each status and sentiment. */
export function useSignalCounts(projectId: string): UseQueryResult<Schemas['SignalCounts']> {
  return useQuery({
    queryKey: ['signals', projectId, 'counts'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/signals/counts/', { path: { project_id: projectId }, signal }),
  });
}

/** The number of unread notifications. */
export function useUnread(projectId: string): UseQueryResult<{ readonly count: number }> {
  return useQuery({
    queryKey: ['inbox', projectId, 'unread'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/notifications/unread-count/', {
        path: { project_id: projectId },
        signal,
      }),
  });
}
