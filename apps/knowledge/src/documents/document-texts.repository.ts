import { Injectable } from '@nestjs/common';
import type { DocumentIndexing, DocumentText, GetDocumentText } from '@pks/contracts';
import { Database, Json, NotFound, statement } from '@pks/platform';

/** `$3` is a page, or null for all of them. */
const TEXT = statement<DocumentText>(
  'documents_text',
  `SELECT d.id, d.indexing_status, d.page_count,
          CASE WHEN d.read_at IS NOT NULL AND ($3::integer IS NULL OR $3 <= d.page_count) THEN coalesce((
            SELECT string_agg(btrim(s.text, E'\\r\\n'), E'\\n\\n' ORDER BY s.position) FROM document_sections s
             WHERE s.project_id = $1 AND s.document_id = $2 AND ($3::integer IS NULL OR s.page = $3)
               AND btrim(s.text, E'\\r\\n') <> ''), '') END AS text
     FROM documents d WHERE d.project_id = $1 AND d.id = $2 AND d.status = 'active'`,
);

const INDEXING = statement<DocumentIndexing>(
  'documents_indexing',
  `SELECT d.id, d.indexing_status AS status, d.indexing_error AS error
     FROM unnest($2::uuid[]) WITH ORDINALITY asked (id, place)
     JOIN documents d ON d.project_id = $1 AND d.id = asked.id AND d.status = 'active'
    ORDER BY asked.place`,
);

/** What was read of documents, and how far they are. */
@Injectable()
export class DocumentTextsRepository {
  constructor(private readonly database: Database) {}

  /** The text, or that of one page; null where nothing was read, and of a page that there is not. @throws NotFound */
  async text({ project_id, document_id, page }: GetDocumentText): Promise<Json<DocumentText>> {
    const [row] = await this.database.rows(TEXT, [project_id, document_id, page ?? null]);
    if (!row) throw new NotFound();
    return new Json(JSON.stringify(row));
  }

  /** Of those of these that are there, in this order. */
  indexing(projectId: string, ids: readonly string[]): Promise<DocumentIndexing[]> {
    return this.database.rows(INDEXING, [projectId, ids]);
  }
}
