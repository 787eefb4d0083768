import type { Schemas } from '@pks/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** How often a document is read again while it is indexed. Milliseconds. */
const ASKED_MS = 2_000;

/** A document with the progress of its indexing. */
export function useDocument(
  projectId: string,
  documentId: string,
): UseQueryResult<Schemas['DocumentDetail']> {
  return useQuery({
    queryKey: ['document', projectId, documentId],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/documents/{document_id}/', {
        path: { project_id: projectId, document_id: documentId },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.indexing_status === 'created' || state.data?.indexing_status === 'indexing'
        ? ASKED_MS
        : false,
  });
}
