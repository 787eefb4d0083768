import { Injectable } from '@nestjs/common';
import type { DocumentIndexing, DocumentText, GetDocumentText } from '@pks/contracts';
import { Database, Json, NotFound, lookedUp, statement } from '@pks/platform';

interface Wanted {
  readonly project: string;
  readonly document: string;
  /** Null for all pages. */
  readonly page: number | null;
}

/** The selected text is JSON already. */
const TEXT = statement<DocumentText, Wanted>(
  'documents_text',
  `SELECT d.id, d.indexing_status, d.page_count,
          CASE WHEN d.read_at IS NOT NULL AND (:page::integer IS NULL OR :page <= d.page_count) THEN coalesce((
            SELECT to_json(string_agg(btrim(s.text, E'\\r\\n'),
                     CASE WHEN s.continues THEN '' ELSE E'\\n\\n' END ORDER BY s.position))::text
              FROM document_sections s
             WHERE s.project_id = :project AND s.document_id = :document AND (:page::integer IS NULL OR s.page = :page)
               AND btrim(s.text, E'\\r\\n') <> ''), '""') END AS text
     FROM documents d WHERE d.project_id = :project AND d.id = :document AND d.status = 'active'`,
);

const INDEXING = statement<DocumentIndexing>(
  'documents_indexing',
  `SELECT d.id, d.indexing_status AS status, d.indexing_error AS error
     FROM unnest($2::uuid[]) WITH ORDINALITY wanted (id, place)
     ${lookedUp('documents', 'd', `d.project_id = $1 AND d.id = wanted.id AND d.status = 'active'`)}
    ORDER BY wanted.place`,
);

const NEWEST_INDEXING = statement<DocumentIndexing>(
  'documents_indexing_newest',
  `SELECT id, indexing_status AS status, indexing_error AS error FROM documents
    WHERE project_id = $1 AND status = 'active' ORDER BY number DESC LIMIT $2`,
);

/** Reads the text of documents, and the state of their indexing. */
@Injectable()
export class DocumentTextsRepository {
  constructor(private readonly database: Database) {}

  /** The text of a document or of one page; null for a document that was not read, and for a page that does not exist. @throws NotFound */
  async text({
    project_id: project,
    document_id: document,
    page,
  }: GetDocumentText): Promise<Json<DocumentText>> {
    const [row] = await this.database.rows(TEXT, { project, document, page: page ?? null });
    if (!row) throw new NotFound();
    const { text, ...others } = row;
    return new Json(`${JSON.stringify(others).slice(0, -1)},"text":${text ?? 'null'}}`);
  }

  /** The states of those of these documents that exist, in this order. */
  indexing(projectId: string, ids: readonly string[]): Promise<DocumentIndexing[]> {
    return this.database.rows(INDEXING, [projectId, ids]);
  }

  /** The states of the newest documents, newest first. */
  newestIndexing(projectId: string, limit: number): Promise<DocumentIndexing[]> {
    return this.database.rows(NEWEST_INDEXING, [projectId, limit]);
  }
}
