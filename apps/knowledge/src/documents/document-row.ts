import type { DocumentDetail, DocumentItem } from '@pks/contracts';

/** A document as PostgreSQL returns it; its metadata stays text, unparsed. */
export type ItemRow = Omit<
  DocumentItem,
  'metadata' | 'file' | 'source' | 'source_metadata' | 'computed_pdf_file'
> & {
  readonly project_id: string;
  readonly metadata: string;
};

/** The columns of the document `d`. */
export const ITEM = `
  d.id, d.project_id, d.name, d.content_type, d.page_count, d.file_size, d.metadata::text AS metadata, d.status, d.created_at, d.updated_at`;

/** A document with the state of its indexing. */
export type DetailRow = ItemRow &
  Pick<DocumentDetail, 'indexing_status' | 'indexing_error'> & {
    readonly uploaded_by_id: string;
    readonly uploaded_by_email: string;
  };

/** The columns of the document `d` with the state of its indexing. */
export const DETAIL = `
  ${ITEM}, d.uploaded_by_id, d.uploaded_by_email, d.indexing_status, d.indexing_error`;
