import { Injectable } from '@nestjs/common';
import type { DocumentItem, ListDocuments } from '@pks/contracts';
import { Database, type Finding, type JsonPage, containing, pageStatement, withinFound } from '@pks/platform';
import { DEEP, type Wanted, deepListing, newestSearchListing, searchListing } from './document-listings.ts';
import { ITEM, type ItemRow } from './document-row.ts';
import { DocumentViews } from './document-views.ts';

/** The statements of a list. Counts are stored: `count` selects one. */
function listing(name: string, condition: string, count: string) {
  const total = `SELECT coalesce((${count}), 0)::bigint AS total`;
  const filter = `d.project_id = :project AND d.status = 'active' ${condition}`;
  const near = pageStatement<ItemRow, Wanted>(name, {
    results: `SELECT d.number, ${ITEM} FROM documents d WHERE ${filter}`,
    order: 'number DESC',
    total,
    planOnce: true,
  });
  return { near, deep: deepListing(`${name}_deep`, filter, total) };
}

const ALL = listing('documents_list', '', 'SELECT count FROM document_catalogs WHERE project_id = :project');
const OF_TYPE = listing(
  'documents_list_of_type',
  'AND d.content_type = :type',
  'SELECT count FROM document_type_counts WHERE project_id = :project AND content_type = :type',
);
const MATCHING = {
  indexed: searchListing('documents_search'),
  newest: newestSearchListing('documents_search_newest'),
} satisfies Record<Finding, unknown>;

/** Lists documents. */
@Injectable()
export class DocumentListsRepository {
  constructor(
    private readonly database: Database,
    private readonly views: DocumentViews,
  ) {}

  /** Newest first. */
  async list(request: ListDocuments): Promise<JsonPage<DocumentItem>> {
    const { project_id: project, search, content_type, limit, offset } = request;
    // Media types are case-insensitive, and stored in lower case.
    const type = content_type.toLowerCase();
    const range = search === '' ? { limit, offset } : withinFound({ limit, offset });
    const wanted = { project, type, pattern: containing(search), ...range };
    return this.views.page(
      await this.database.rows(statementFor(request, this.database.findingOf(search)), wanted),
    );
  }
}

function statementFor({ content_type: type, offset }: ListDocuments, finding: Finding | null) {
  if (finding !== null) return MATCHING[finding];
  const { near, deep } = type === '' ? ALL : OF_TYPE;
  return offset < DEEP ? near : deep;
}
