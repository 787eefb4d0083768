import { Injectable } from '@nestjs/common';
import type { DocumentDetail, DocumentItem } from '@pks/contracts';
import { JsonPage, type Listed, pageOf } from '@pks/platform';
import { KnowledgeConfig } from '../knowledge.config.ts';
import type { DetailRow, ItemRow } from './document-row.ts';
import type { Document } from './document.entity.ts';

/** The address of the API if none is configured: a path on whichever host the client uses. */
const BASE_PATH = '/api/v1';

/** Makes the JSON of documents, which links to their files. */
@Injectable()
export class DocumentViews {
  private readonly baseUrl: string;

  constructor({ publicBaseUrl }: KnowledgeConfig) {
    this.baseUrl = publicBaseUrl ?? BASE_PATH;
  }

  /** A document that was just stored. */
  item(document: Document): DocumentItem {
    const row = {
      id: document.id,
      project_id: document.projectId,
      name: document.name,
      content_type: document.contentType,
      page_count: document.pageCount,
      file_size: document.fileSize,
      status: document.status,
      created_at: document.createdAt.toISOString(),
      updated_at: document.updatedAt.toISOString(),
    };
    return { ...this.plain(row), metadata: document.metadata };
  }

  /** The page with the rows of a list. */
  page(rows: readonly Listed<ItemRow>[]): JsonPage<DocumentItem> {
    const { count, results, ...beside } = pageOf(rows);
    return new JsonPage(count, Buffer.from(this.list(results)), undefined, beside);
  }

  /** The JSON of documents as lists show them. */
  list(rows: readonly ItemRow[]): string {
    return `[${rows.map((row) => withMetadata(this.plain(row), row)).join(',')}]`;
  }

  /** The JSON of a document with all of its fields. */
  detail(row: DetailRow): string {
    const { uploaded_by_id, uploaded_by_email, indexing_status, indexing_error } = row;
    const more: Pick<DocumentDetail, 'uploaded_by' | 'indexing_status' | 'indexing_error'> = {
      uploaded_by: { id: uploaded_by_id, email: uploaded_by_email },
      indexing_status,
      indexing_error,
    };
    return withMetadata({ ...this.plain(row), ...more }, row);
  }

  private plain(row: Omit<ItemRow, 'metadata'>): Omit<DocumentItem, 'metadata'> {
    return {
      id: row.id,
      name: row.name,
      content_type: row.content_type,
      page_count: row.page_count,
      file_size: row.file_size,
      status: row.status,
      file: `${this.baseUrl}/projects/${row.project_id}/documents/${row.id}/content/`,
      source: 'upload',
      source_metadata: {},
      computed_pdf_file: null,
      created_at: row.created_at,
      updated_at: row.updated_at,
    };
  }
}

function withMetadata(document: object, { metadata }: ItemRow): string {
  return `${JSON.stringify(document).slice(0, -1)},"metadata":${metadata}}`;
}
