import type { Schemas } from '@pks/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

type Status = Schemas['DocumentDetail']['indexing_status'];

/** How often to read a document again while it is being indexed. Milliseconds. */
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
    refetchInterval: ({ state }) => (isUnderWay(state.data?.indexing_status) ? ASKED_MS : false),
  });
}

/** The text of one page of a document, available once the document was read, before searches find it. */
export function usePageText(
  projectId: string,
  { id, indexing_status }: Schemas['DocumentDetail'],
  page: number,
): UseQueryResult<Schemas['DocumentText']> {
  return useQuery({
    queryKey: ['document', projectId, id, 'text', page],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/documents/{document_id}/text/', {
        path: { project_id: projectId, document_id: id },
        query: { page },
        signal,
      }),
    enabled: indexing_status === 'indexing' || indexing_status === 'active',
    refetchInterval: ({ state }) =>
      state.data?.text === null && isUnderWay(state.data.indexing_status) ? ASKED_MS : false,
  });
}

/** Whether a document may still get its text, or searches do not find all of it yet. */
export function isUnderWay(status: Status | undefined): boolean {
  return status === 'created' || status === 'indexing';
}
