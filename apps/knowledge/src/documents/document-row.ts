import type { DocumentDetail, DocumentItem } from '@pks/contracts';

/** A document as PostgreSQL gives it: its metadata stays the text that it is. */
export type ItemRow = Omit<DocumentItem, 'metadata'> & { readonly metadata: string };

/** Of the document `d`. */
export const ITEM = `
  d.id, d.name, d.content_type, d.page_count, d.file_size, d.metadata::text AS metadata, d.status, d.created_at, d.updated_at`;

/** Of the document `d`, with how far it is indexed. */
export type DetailRow = ItemRow &
  Pick<DocumentDetail, 'indexing_status' | 'indexing_error'> & {
    readonly uploaded_by_id: string;
    readonly uploaded_by_email: string;
  };

/** Of the document `d`, with how far it is indexed. */
export const DETAIL = `
  ${ITEM}, d.uploaded_by_id, d.uploaded_by_email, d.indexing_status, d.indexing_error`;

/** A document's JSON as lists show it. */
export function itemJson(row: ItemRow): string {
  return `${JSON.stringify(plain(row)).slice(0, -1)},"metadata":${row.metadata}}`;
}

/** A document's JSON with all that is known of it. */
export function detailJson(row: DetailRow): string {
  const { uploaded_by_id, uploaded_by_email, indexing_status, indexing_error } = row;
  const more = {
    uploaded_by: { id: uploaded_by_id, email: uploaded_by_email },
    indexing_status,
    indexing_error,
  };
  const text = JSON.stringify({ ...plain(row), ...more }).slice(0, -1);
  return `${text},"metadata":${row.metadata}}`;
}

function plain(row: ItemRow): Omit<DocumentItem, 'metadata'> {
  return {
    id: row.id,
    name: row.name,
    content_type: row.content_type,
    page_count: row.page_count,
    file_size: row.file_size,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
