import { Injectable } from '@nestjs/common';
import type {
  DocumentTextSection,
  ExistingSource,
  KnowledgeSource,
  PublishedContent,
  PublishedReference,
  SectionsReference,
  SourceReference,
  SourceState,
  SourcesAfter,
} from '@pks/contracts';
import { Database, type Statement, acrossProjects, statement } from '@pks/platform';

/** What an answer may hold. Characters. */
const MOST_CHARACTERS = 2_000_000;
/** The sections that are measured for an answer. */
const MOST_SECTIONS = 5_000;

/** What there is to be found: documents that were read, and published artifacts. */
const SOURCES: Record<KnowledgeSource, string> = {
  artifact: `SELECT project_id, id AS source_id, title AS name, published_version_number AS version_number,
                    false AS awaits_indexing
     FROM artifacts WHERE published_version_number IS NOT NULL`,
  document: `SELECT project_id, id AS source_id, name, NULL::integer AS version_number,
                    indexing_status = 'indexing' AS awaits_indexing
     FROM documents WHERE status = 'active' AND read_at IS NOT NULL`,
};

const stateOf = (kind: KnowledgeSource): Statement<SourceState> =>
  statement(
    `sources_state_${kind}`,
    `SELECT name, version_number, awaits_indexing FROM (${SOURCES[kind]} AND project_id = $1 AND id = $2) source`,
  );

const after = (kind: KnowledgeSource): Statement<ExistingSource> =>
  statement(
    `sources_after_${kind}`,
    `${SOURCES[kind]} AND (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT $3`,
  );

const STATE = { artifact: stateOf('artifact'), document: stateOf('document') };
const AFTER = { artifact: after('artifact'), document: after('document') };

const PUBLISHED = statement<PublishedContent>(
  'sources_published',
  `SELECT a.title AS name, v.version_number, false AS awaits_indexing, a.technical_type, v.payload::text AS payload
     FROM artifacts a
     JOIN artifact_versions v
       ON v.project_id = $1 AND v.artifact_id = a.id AND v.version_number = a.published_version_number
    WHERE a.project_id = $1 AND a.id = $2`,
);

/** The first one whatever its size. */
const SECTIONS = statement<DocumentTextSection>(
  'sources_sections',
  `SELECT page, heading, text, continues
     FROM (SELECT s.*, sum(length(heading) + length(text)) OVER (ORDER BY position) AS characters
             FROM (SELECT * FROM document_sections
                    WHERE project_id = $1 AND document_id = $2 AND position >= $3
                    ORDER BY position LIMIT ${MOST_SECTIONS}) s) measured
    WHERE (position = $3 OR characters <= ${MOST_CHARACTERS})
      AND EXISTS (SELECT 1 FROM documents
                   WHERE project_id = $1 AND id = $2 AND status = 'active' AND read_at IS NOT NULL)
    ORDER BY position`,
);

/** Reads the documents and artifacts that searches find. */
@Injectable()
export class SourcesRepository {
  constructor(private readonly database: Database) {}

  /** What is to be indexed of a source; nothing where there is nothing. */
  state({ project_id, kind, source_id }: SourceReference): Promise<SourceState[]> {
    return this.database.rows(STATE[kind], [project_id, source_id]);
  }

  /** The published version of an artifact; nothing where there is none. */
  published({ project_id, artifact_id }: PublishedReference): Promise<PublishedContent[]> {
    return this.database.rows(PUBLISHED, [project_id, artifact_id]);
  }

  /** The next sections of a document; none at the end. */
  sections({ project_id, document_id, from }: SectionsReference): Promise<DocumentTextSection[]> {
    return this.database.rows(SECTIONS, [project_id, document_id, from]);
  }

  /** The next sources of a kind, of all projects, by project and id. */
  after({ kind, after_project, after_source, limit }: SourcesAfter): Promise<ExistingSource[]> {
    return acrossProjects(() => this.database.rows(AFTER[kind], [after_project, after_source, limit]));
  }
}
