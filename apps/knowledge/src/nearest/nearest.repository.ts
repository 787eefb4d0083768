import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import type { Candidate } from './nearness.ts';

/** An artifact with its definitions and the beginning of its published content. */
export interface NearArtifact extends Candidate {
  readonly id: string;
  readonly slug: string;
}

/** At most this many artifacts of a project are compared, in the order of the catalog. */
const MOST_ARTIFACTS = 200;

/** The length of the beginning that is compared. Characters. */
const BEGINNING = 2_000;

const CANDIDATES = statement<NearArtifact>(
  'nearest_artifacts',
  `SELECT a.id, a.slug, a.title,
          concat_ws(' ', a.definition_short, a.definition_long, left(v.payload::text, ${BEGINNING})) AS body
     FROM (SELECT * FROM artifacts WHERE project_id = $1
            ORDER BY in_scope DESC, display_order, slug, id LIMIT ${MOST_ARTIFACTS}) a
     LEFT JOIN artifact_versions v
       ON v.project_id = a.project_id AND v.artifact_id = a.id AND v.version_number = a.published_version_number
    ORDER BY a.in_scope DESC, a.display_order, a.slug, a.id`,
);

/** Reads the artifacts that a text may be near to. */
@Injectable()
export class NearestRepository {
  constructor(private readonly database: Database) {}

  /** In the order of the catalog. */
  artifacts(projectId: string): Promise<NearArtifact[]> {
    return this.database.rows(CANDIDATES, [projectId]);
  }
}
