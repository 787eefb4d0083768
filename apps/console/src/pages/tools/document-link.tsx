import type { JSX } from 'react';
import { Link } from '@tanstack/react-router';
import { useDocument } from '../documents/queries.ts';

interface Props {
  readonly projectId: string;
  readonly documentId: string;
}

/** Leads to a document, by its name; of one that is not there, the id alone. */
export function DocumentLink({ projectId, documentId }: Props): JSX.Element {
  const { data } = useDocument(projectId, documentId);
  if (data === undefined) return <>{documentId}</>;
  return (
    <Link to="/projects/$projectId/documents/$documentId" params={{ projectId, documentId }}>
      <bdi>{data.name}</bdi>
    </Link>
  );
}
