import { Injectable } from '@nestjs/common';
import type { SourceKind, TechnicalType } from '@pks/contracts';
import { Database, type Statement, statement } from '@pks/platform';
import { ContentThread } from '../content/content-thread.ts';
import type { Section } from '../reading/section.ts';
import type { ContentState, Indexable } from '../search-index/indexed-sources.repository.ts';

/** The content of a document, an artifact or an interview that is to be indexed. */
export interface SourceContent extends ContentState {
  readonly sections: readonly Section[];
}

const STATE: Record<SourceKind, Statement<ContentState>> = {
  artifact: statement(
    'source_contents_artifact',
    `SELECT title AS name, published_version_number AS "versionNumber" FROM artifacts
      WHERE project_id = $1 AND id = $2 AND published_version_number IS NOT NULL`,
  ),
  document: statement(
    'source_contents_document',
    `SELECT name, NULL::integer AS "versionNumber" FROM documents
      WHERE project_id = $1 AND id = $2 AND status = 'active' AND read_at IS NOT NULL`,
  ),
  interview: statement(
    'source_contents_interview',
    `SELECT name, NULL::integer AS "versionNumber" FROM interview_summaries
      WHERE project_id = $1 AND id = $2 AND name IS NOT NULL`,
  ),
};

const PUBLISHED = statement<{
  title: string;
  technical_type: TechnicalType;
  version_number: number;
  payload: string;
}>(
  'source_contents_published',
  `SELECT a.title, a.technical_type, v.version_number, v.payload::text AS payload
     FROM artifacts a
     JOIN artifact_versions v
       ON v.project_id = a.project_id AND v.artifact_id = a.id AND v.version_number = a.published_version_number
    WHERE a.project_id = $1 AND a.id = $2`,
);

const SECTIONS: Record<Exclude<SourceKind, 'artifact'>, Statement<Section>> = {
  document: statement(
    'source_contents_sections',
    `SELECT page, heading, text, continues FROM document_sections WHERE project_id = $1 AND document_id = $2 ORDER BY position`,
  ),
  interview: statement(
    'source_contents_summary',
    `SELECT 1 AS page, topic AS heading, summary AS text FROM interview_summaries
      WHERE project_id = $1 AND id = $2 AND name IS NOT NULL`,
  ),
};

/** Reads the current content for indexing: the text of a document, the published version of an artifact, the summary of an interview. */
@Injectable()
export class SourceContents {
  constructor(
    private readonly database: Database,
    private readonly thread: ContentThread,
  ) {}

  /** Undefined where there is nothing to index: the source does not exist, or was not read, published or completed. */
  async state({ projectId, kind, sourceId }: Indexable): Promise<ContentState | undefined> {
    const [state] = await this.database.rows(STATE[kind], [projectId, sourceId]);
    return state;
  }

  /** With its text; undefined as for `state`. */
  async of(source: Indexable): Promise<SourceContent | undefined> {
    const { projectId, kind, sourceId } = source;
    if (kind === 'artifact') return this.published(projectId, sourceId);
    const state = await this.state(source);
    return state && { ...state, sections: await this.database.rows(SECTIONS[kind], [projectId, sourceId]) };
  }

  private async published(projectId: string, artifactId: string): Promise<SourceContent | undefined> {
    const [artifact] = await this.database.rows(PUBLISHED, [projectId, artifactId]);
    if (!artifact) return undefined;
    const { title, technical_type, version_number, payload } = artifact;
    const content = { type: technical_type, payload };
    const sections = await this.thread.run(projectId, 'sectionsOf', content);
    return { name: title, versionNumber: version_number, sections };
  }
}
