import type { DocumentDetail, DocumentItem } from '@pks/contracts';
import { JsonPage, type Listed, pageOf } from '@pks/platform';

/** A document as PostgreSQL returns it; its metadata stays text, unparsed. */
export type ItemRow = Omit<DocumentItem, 'metadata'> & { readonly metadata: string };

/** The columns of the document `d`. */
export const ITEM = `
  d.id, d.name, d.content_type, d.page_count, d.file_size, d.metadata::text AS metadata, d.status, d.created_at, d.updated_at`;

/** A document with the state of its indexing. */
export type DetailRow = ItemRow &
  Pick<DocumentDetail, 'indexing_status' | 'indexing_error'> & {
    readonly uploaded_by_id: string;
    readonly uploaded_by_email: string;
  };

/** The columns of the document `d` with the state of its indexing. */
export const DETAIL = `
  ${ITEM}, d.uploaded_by_id, d.uploaded_by_email, d.indexing_status, d.indexing_error`;

/** The page that the rows of a list make. */
export function jsonPageOf(rows: readonly Listed<ItemRow>[]): JsonPage<DocumentItem> {
  const { count, results } = pageOf(rows);
  return new JsonPage(count, Buffer.from(`[${results.map(itemJson).join(',')}]`));
}

/** A document's JSON as lists show it. */
export function itemJson(row: ItemRow): string {
  return `${JSON.stringify(plain(row)).slice(0, -1)},"metadata":${row.metadata}}`;
}

/** A document's JSON with all of its fields. */
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
