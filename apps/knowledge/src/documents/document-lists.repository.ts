import { Injectable } from '@nestjs/common';
import type { DocumentItem, ListDocuments } from '@pks/contracts';
import { Database, type JsonPage, statement } from '@pks/platform';
import { type Listed, jsonPageOf } from './document-pages.ts';
import { ITEM } from './document-row.ts';

/** Newest first; `$1` is the project, `$2` the limit, `$3` the offset, `$4` the content type. */
function listing(name: string, total: string, condition: string) {
  return statement<Listed>(
    name,
    `SELECT counted.total, page.*
       FROM (SELECT coalesce((${total}), 0) AS total) counted
       LEFT JOIN LATERAL (
         SELECT d.number, ${ITEM} FROM documents d
          WHERE d.project_id = $1 AND d.status = 'active' ${condition}
          ORDER BY d.number DESC LIMIT $2 OFFSET $3) page ON true
      ORDER BY page.number DESC`,
  );
}

const ALL = listing('documents_list', 'SELECT count FROM document_catalogs WHERE project_id = $1', '');
const OF_TYPE = listing(
  'documents_list_of_type',
  'SELECT count FROM document_type_counts WHERE project_id = $1 AND content_type = $4',
  'AND d.content_type = $4',
);

/** `$5` is a pattern. What the trigram index finds is ordered and counted. */
const FOUND = statement<Listed>(
  'documents_search',
  `WITH found AS MATERIALIZED (
     SELECT d.id, d.number FROM documents d
      WHERE d.project_id = $1 AND d.status = 'active' AND lower(d.name) LIKE lower($5)
        AND ($4 = '' OR d.content_type = $4)),
   page AS MATERIALIZED (SELECT * FROM found ORDER BY number DESC LIMIT $2 OFFSET $3)
   SELECT counted.total, page.number, ${ITEM}
     FROM (SELECT count(*) AS total FROM found) counted
     LEFT JOIN (page JOIN documents d ON d.project_id = $1 AND d.id = page.id) ON true
    ORDER BY page.number DESC`,
);

/** Lists documents. */
@Injectable()
export class DocumentListsRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(asked: ListDocuments): Promise<JsonPage<DocumentItem>> {
    const { project_id, search, content_type, limit, offset } = asked;
    const page = [project_id, limit, offset];
    if (search !== '') {
      return jsonPageOf(
        await this.database.rows(FOUND, [...page, content_type, `%${search.replace(/[\\%_]/g, '\\$&')}%`]),
      );
    }
    if (content_type === '') return jsonPageOf(await this.database.rows(ALL, page));
    return jsonPageOf(await this.database.rows(OF_TYPE, [...page, content_type]));
  }
}
