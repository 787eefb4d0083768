import { Injectable } from '@nestjs/common';
import type { DocumentItem, ListDocuments } from '@pks/contracts';
import { Database, type JsonPage, containing, pageStatement } from '@pks/platform';
import { ITEM, type ItemRow } from './document-row.ts';
import { DocumentViews } from './document-views.ts';

/** The values of the statements below; each uses those that it names. */
interface Wanted {
  readonly project: string;
  readonly type: string;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/** Counts are stored: `total` selects one. */
function listing(name: string, condition: string, total: string) {
  return pageStatement<ItemRow, Wanted>(name, {
    results: `
      SELECT d.number, ${ITEM} FROM documents d
       WHERE d.project_id = :project AND d.status = 'active' ${condition}`,
    order: 'number DESC',
    total: `SELECT coalesce((${total}), 0) AS total`,
    planOnce: true,
  });
}

const ALL = listing('documents_list', '', 'SELECT count FROM document_catalogs WHERE project_id = :project');
const OF_TYPE = listing(
  'documents_list_of_type',
  'AND d.content_type = :type',
  'SELECT count FROM document_type_counts WHERE project_id = :project AND content_type = :type',
);

/** All documents that the trigram index finds are ordered and counted. */
const MATCHING = pageStatement<ItemRow, Wanted>('documents_search', {
  results: `
    SELECT d.id, d.number FROM searchable_documents d
     WHERE d.project_id = :project AND d.status = 'active' AND lower(d.name) LIKE lower(:pattern)
       AND (:type = '' OR d.content_type = :type)`,
  order: 'number DESC',
  show: `SELECT ${ITEM} FROM documents d WHERE d.project_id = :project AND d.id = page.id`,
});

/** Lists documents. */
@Injectable()
export class DocumentListsRepository {
  constructor(
    private readonly database: Database,
    private readonly views: DocumentViews,
  ) {}

  /** Newest first. */
  async list({
    project_id: project,
    search,
    content_type: type,
    limit,
    offset,
  }: ListDocuments): Promise<JsonPage<DocumentItem>> {
    const wanted = { project, type, pattern: containing(search), limit, offset };
    const unsearched = type === '' ? ALL : OF_TYPE;
    return this.views.page(await this.database.rows(search === '' ? unsearched : MATCHING, wanted));
  }
}
