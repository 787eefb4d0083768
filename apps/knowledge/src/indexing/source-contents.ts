import { Injectable } from '@nestjs/common';
import type { TechnicalType } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { ContentThread } from '../content/content-thread.ts';
import type { Section } from '../reading/section.ts';
import type { ContentState, Indexable } from '../search-index/indexed-sources.repository.ts';

/** The content of a document or an artifact that is to be indexed. */
export interface SourceContent extends ContentState {
  readonly sections: readonly Section[];
}

const ARTIFACT = statement<{ title: string; version_number: number }>(
  'source_contents_artifact',
  `SELECT title, published_version_number AS version_number FROM artifacts
    WHERE project_id = $1 AND id = $2 AND published_version_number IS NOT NULL`,
);

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

const DOCUMENT = statement<{ name: string }>(
  'source_contents_document',
  `SELECT name FROM documents WHERE project_id = $1 AND id = $2 AND status = 'active' AND read_at IS NOT NULL`,
);

const SECTIONS = statement<Section>(
  'source_contents_sections',
  `SELECT page, heading, text, continues FROM document_sections WHERE project_id = $1 AND document_id = $2 ORDER BY position`,
);

/** Reads the current content for indexing: the text of a document, the published version of an artifact. */
@Injectable()
export class SourceContents {
  constructor(
    private readonly database: Database,
    private readonly thread: ContentThread,
  ) {}

  /** Undefined where there is nothing to index: the source does not exist, or was not read or published. */
  async state({ projectId, kind, sourceId }: Indexable): Promise<ContentState | undefined> {
    const key = [projectId, sourceId];
    if (kind === 'document') {
      const [document] = await this.database.rows(DOCUMENT, key);
      return document && { name: document.name, versionNumber: null };
    }
    const [artifact] = await this.database.rows(ARTIFACT, key);
    return artifact && { name: artifact.title, versionNumber: artifact.version_number };
  }

  /** With its text; undefined as for `state`. */
  async of(source: Indexable): Promise<SourceContent | undefined> {
    const key = [source.projectId, source.sourceId];
    if (source.kind === 'document') {
      const state = await this.state(source);
      return state && { ...state, sections: await this.database.rows(SECTIONS, key) };
    }
    const [artifact] = await this.database.rows(PUBLISHED, key);
    if (!artifact) return undefined;
    const { title, technical_type, version_number, payload } = artifact;
    const content = { type: technical_type, payload };
    const sections = await this.thread.run(source.projectId, 'sectionsOf', content);
    return { name: title, versionNumber: version_number, sections };
  }
}
