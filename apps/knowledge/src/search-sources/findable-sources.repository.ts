import { Injectable } from '@nestjs/common';
import type { ComparedArtifact, FindableSource, FindableSources } from '@pks/contracts';
import { Database, lookedUp, statement } from '@pks/platform';
import { comparedOf } from '../metadata-index/metadata-index.ts';

const COMPARED_VALUE = comparedOf('value');

const FINDABLE = statement<FindableSource>(
  'findable_sources',
  `SELECT d.id, d.name AS title, NULL AS slug, NULL::integer AS version_number
     FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) wanted
     ${lookedUp('documents', 'd', 'd.project_id = $1 AND d.id = wanted.id')}
    WHERE d.status = 'active'
      AND ($4::text[] = '{}' OR EXISTS (
            SELECT 1 FROM (SELECT pair ->> 1 AS value FROM json_array_elements(d.metadata) given (pair) OFFSET 0) own
             WHERE ${COMPARED_VALUE} = ANY (ARRAY(SELECT ${COMPARED_VALUE} FROM unnest($4::text[]) wanted (value)))))
   UNION ALL
   SELECT a.id, a.title, a.slug, a.published_version_number
     FROM (SELECT DISTINCT unnest($3::uuid[]) AS id) wanted
     ${lookedUp('artifacts', 'a', 'a.project_id = $1 AND a.id = wanted.id')}
    WHERE a.published_version_number IS NOT NULL
      AND $4::text[] = '{}'
    ORDER BY id`,
);

/** At most this many artifacts of a project are compared, in the order of the catalog. */
const MOST_ARTIFACTS = 200;

/** The length of the beginning of a content that is compared. Characters. */
const BEGINNING = 2_000;

/** The escapes of JSON for characters such as line breaks: each ends a word. */
const ESCAPES = String.raw`'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})'`;

const COMPARED = statement<ComparedArtifact>(
  'compared_artifacts',
  `SELECT a.id, a.slug, a.title,
          concat_ws(' ', a.definition_short, a.definition_long,
                    regexp_replace(left(v.payload::text, ${BEGINNING}), ${ESCAPES}, ' ', 'g')) AS body
     FROM (SELECT * FROM artifacts WHERE project_id = $1
            ORDER BY in_scope DESC, display_order, slug, id LIMIT ${MOST_ARTIFACTS}) a
     ${lookedUp(
       'artifact_versions',
       'v',
       'v.project_id = $1 AND v.artifact_id = a.id AND v.version_number = a.published_version_number',
       'LEFT JOIN',
     )}
    ORDER BY a.in_scope DESC, a.display_order, a.slug, a.id`,
);

/** Reads which documents and artifacts of a project may be found. */
@Injectable()
export class FindableSourcesRepository {
  constructor(private readonly database: Database) {}

  /** Those of these sources that exist and, if any metadata values are given, are documents that have one of them. */
  findable({
    project_id,
    documents,
    artifacts,
    metadata_values,
  }: FindableSources): Promise<FindableSource[]> {
    return this.database.rows(FINDABLE, [project_id, documents, artifacts, metadata_values]);
  }

  /** The artifacts that a text may be near to, in the order of the catalog. */
  compared(projectId: string): Promise<ComparedArtifact[]> {
    return this.database.rows(COMPARED, [projectId]);
  }
}
