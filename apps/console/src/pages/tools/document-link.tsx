import type { JSX } from 'react';
import { Link } from '@tanstack/react-router';
import { useDocument } from '../documents/queries.ts';

interface Props {
  readonly projectId: string;
  readonly documentId: string;
}

/** Links to a document by its name; shows only the id if the document does not exist. */
export function DocumentLink({ projectId, documentId }: Props): JSX.Element {
  const { data } = useDocument(projectId, documentId);
  if (data === undefined) return <>{documentId}</>;
  return (
    <Link to="/projects/$projectId/documents/$documentId" params={{ projectId, documentId }}>
      <bdi>{data.name}</bdi>
    </Link>
  );
}
