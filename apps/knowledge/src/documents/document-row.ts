import type { DocumentDetail, DocumentItem } from '@pks/contracts';
import { selected } from '@pks/platform';

/** A document as PostgreSQL returns it; its metadata stays text, unparsed. */
export type ItemRow = Omit<
  DocumentItem,
  'metadata' | 'file' | 'source' | 'source_metadata' | 'computed_pdf_file'
> & {
  readonly project_id: string;
  readonly metadata: string;
};

const ITEM_COLUMNS = {
  id: 'd.id',
  project_id: 'd.project_id',
  name: 'd.name',
  content_type: 'd.content_type',
  page_count: 'd.page_count',
  file_size: 'd.file_size',
  metadata: 'd.metadata::text',
  status: 'd.status',
  created_at: 'd.created_at',
  updated_at: 'd.updated_at',
} satisfies Record<keyof ItemRow, string>;

/** The columns of the document `d`. */
export const ITEM = selected(ITEM_COLUMNS);

/** A document with the state of its indexing. */
export type DetailRow = ItemRow &
  Pick<DocumentDetail, 'indexing_status' | 'indexing_error'> & {
    readonly uploaded_by_id: string;
    readonly uploaded_by_email: string;
  };

/** The columns of the document `d` with the state of its indexing. */
export const DETAIL = selected({
  ...ITEM_COLUMNS,
  uploaded_by_id: 'd.uploaded_by_id',
  uploaded_by_email: 'd.uploaded_by_email',
  indexing_status: 'd.indexing_status',
  indexing_error: 'd.indexing_error',
} satisfies Record<keyof DetailRow, string>);
