import { Injectable } from '@nestjs/common';
import {
  type ArtifactsOfProject,
  type DocumentTextSection,
  type ExistingSource,
  KNOWLEDGE_SOURCES,
  type KnowledgeSource,
  type PublishedContent,
  type SectionsReference,
  type SourcesAfter,
  type SourcesOfProject,
} from '@pks/contracts';
import { Database, type Statement, acrossProjects, inProject, lookedUp, statement } from '@pks/platform';

/** The most that an answer may hold. Characters. */
const MOST_CHARACTERS = 2_000_000;
/** The most sections that are measured for an answer. */
const MOST_SECTIONS = 5_000;
/** The most contents that are measured at a time. */
const MOST_CONTENTS = 16;

/** The sources that can be found: documents that were read, and published artifacts. */
const SOURCES: Record<KnowledgeSource, string> = {
  artifact: `SELECT project_id, id AS source_id, title AS name, published_version_number AS version_number,
                    false AS awaits_indexing
     FROM artifacts WHERE published_version_number IS NOT NULL`,
  document: `SELECT project_id, id AS source_id, name, NULL::integer AS version_number,
                    indexing_status = 'indexing' AS awaits_indexing
     FROM documents WHERE status = 'active' AND read_at IS NOT NULL`,
};

const statesOf = (kind: KnowledgeSource): Statement<ExistingSource> =>
  statement(
    `sources_states_${kind}`,
    `SELECT source.*
       FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) wanted
       ${lookedUp(`(${SOURCES[kind]})`, 'source', 'source.project_id = $1 AND source.source_id = wanted.id')}`,
  );

const after = (kind: KnowledgeSource): Statement<ExistingSource> =>
  statement(
    `sources_after_${kind}`,
    `${SOURCES[kind]} AND (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT $3`,
  );

const STATES = { artifact: statesOf('artifact'), document: statesOf('document') };
const AFTER = { artifact: after('artifact'), document: after('document') };

/** Published versions; those that do not fit have no payload, but the first one always has. */
const PUBLISHED = statement<Omit<PublishedContent, 'payload'> & { readonly payload: string | null }>(
  'sources_published',
  `WITH wanted AS MATERIALIZED (
     SELECT a.id, a.title, a.technical_type, a.published_version_number, place
       FROM unnest($2::uuid[]) WITH ORDINALITY AS requested (id, place)
       ${lookedUp('artifacts', 'a', 'a.project_id = $1 AND a.id = requested.id')}
      WHERE a.published_version_number IS NOT NULL)
   SELECT $1::uuid AS project_id, id AS source_id, title AS name, version_number, false AS awaits_indexing, technical_type,
          CASE WHEN number = 1 OR characters <= $3 THEN payload END AS payload
     FROM (SELECT wanted.*, v.version_number, v.payload::text AS payload,
                  row_number() OVER (ORDER BY place) AS number,
                  sum(length(v.payload::text)) OVER (ORDER BY place) AS characters
             FROM wanted
             ${lookedUp(
               'artifact_versions',
               'v',
               `v.project_id = $1 AND v.artifact_id = wanted.id
              AND v.version_number = wanted.published_version_number`,
             )}) measured
    ORDER BY place`,
);

/** The sections that fit, and the first one whatever its size. */
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

  /** The states of those of these sources that have something to index. */
  async states(projects: readonly SourcesOfProject[]): Promise<ExistingSource[]> {
    const found: ExistingSource[] = [];
    for (const { project_id, artifacts, documents } of projects) {
      const wanted = { artifact: artifacts, document: documents };
      for (const kind of KNOWLEDGE_SOURCES) {
        if (wanted[kind].length === 0) continue;
        const values = [project_id, wanted[kind]];
        found.push(...(await inProject(project_id, () => this.database.rows(STATES[kind], values))));
      }
    }
    return found;
  }

  /** The published versions of those artifacts that have one, in their order, until the answer is full. */
  async published(projects: readonly ArtifactsOfProject[]): Promise<PublishedContent[]> {
    const found: PublishedContent[] = [];
    let room = MOST_CHARACTERS;
    for (const { project_id, artifacts } of projects.flatMap(inParts)) {
      const values = [project_id, artifacts, room];
      for (const row of await inProject(project_id, () => this.database.rows(PUBLISHED, values))) {
        const { payload } = row;
        if (payload === null) return found;
        found.push({ ...row, payload });
        room -= payload.length;
      }
      if (room <= 0) return found;
    }
    return found;
  }

  /** The next sections of a document, as many as an answer may hold; none at the end. */
  sections({ project_id, document_id, from }: SectionsReference): Promise<DocumentTextSection[]> {
    return this.database.rows(SECTIONS, [project_id, document_id, from]);
  }

  /** The next sources of a kind, of all projects, by project and id. */
  after({ kind, after_project, after_source, limit }: SourcesAfter): Promise<ExistingSource[]> {
    return acrossProjects(() => this.database.rows(AFTER[kind], [after_project, after_source, limit]));
  }
}

function inParts({ project_id, artifacts }: ArtifactsOfProject): ArtifactsOfProject[] {
  const parts: ArtifactsOfProject[] = [];
  for (let from = 0; from < artifacts.length; from += MOST_CONTENTS)
    parts.push({ project_id, artifacts: artifacts.slice(from, from + MOST_CONTENTS) });
  return parts;
}
