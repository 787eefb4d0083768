import type { Schemas } from '@pks/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { useIsAdmin } from '../../api/session.ts';

/** Identifies an artifact of a project. */
export interface Of {
  readonly projectId: string;
  readonly slug: string;
}

export const pathOf = ({ projectId, slug }: Of): { project_id: string; slug: string } => ({
  project_id: projectId,
  slug,
});

export type Scope = 'in_scope' | 'out_of_scope' | 'all';

/** All artifacts of a project: there are few. */
export async function everyArtifact(
  projectId: string,
  scope: Scope,
  signal: AbortSignal,
): Promise<Schemas['ArtifactItem'][]> {
  const init = { path: { project_id: projectId }, query: { scope, limit: 200 }, signal };
  return Array.fromAsync(api.items('/projects/{project_id}/artifacts/', init));
}

type Detail = Schemas['ArtifactDetail'];

/**
 * An artifact with the content of one version: without a number, the newest for admins and the published one for others. With
 * `keepsShown`, the version shown before stays until the answer arrives, as `isPlaceholderData`.
 */
export function useArtifact(of: Of, version?: number, { keepsShown = false } = {}): UseQueryResult<Detail> {
  const isAdmin = useIsAdmin(of.projectId);
  const chosen = version === undefined ? 'head' : String(version);
  return useQuery({
    queryKey: ['artifact', of.projectId, of.slug, isAdmin ? chosen : 'published'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/artifacts/{slug}/', {
        path: pathOf(of),
        query: isAdmin ? { version: chosen } : {},
        signal,
      }),
    placeholderData: (before: Detail | undefined, query) =>
      keepsShown && query?.queryKey[1] === of.projectId && query.queryKey[2] === of.slug ? before : undefined,
  });
}

/** After a write, reads everything that shows the artifact again. */
export async function refresh({ projectId, slug }: Of): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['artifact', projectId, slug] }),
    queryClient.invalidateQueries({ queryKey: ['artifacts', projectId] }),
    queryClient.invalidateQueries({ queryKey: ['changelog', projectId] }),
  ]);
}

/** A payload as editable text. */
export function textOf(payload: unknown): string {
  if (payload === null || payload === undefined) return '';
  return typeof payload === 'string' ? payload : JSON.stringify(payload, null, 2);
}
