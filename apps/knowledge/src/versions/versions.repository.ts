import { Injectable } from '@nestjs/common';
import {
  type ArtifactVersion as ArtifactVersionView,
  type Caller,
  type ChangelogEntry,
  type ListPublications,
  type ListVersions,
  type Page,
  type Paged,
  type Publication as PublicationView,
  type VersionHistoryRow,
  type VersionPublished,
  type VersionReference,
  versionPublished,
} from '@pks/contracts';
import { Database, type Json, NotFound, Outbox, pageOf, pageStatement, statement } from '@pks/platform';
import { v7 } from 'uuid';
import type { Artifact, PointerMove } from '../artifacts/artifact.entity.ts';
import { CatalogRepository } from '../artifacts/catalog.repository.ts';
import { withPayload } from '../artifacts/with-payload.ts';
import { ArtifactVersion } from './artifact-version.entity.ts';
import type { Publication } from './publication.entity.ts';

type VersionRow = Omit<ArtifactVersionView, 'payload'> & { payload: string };

const COLUMNS = `
  v.id, v.version_number, v.short_name, v.change_summary, v.edit_source, v.coach_conversation_id, v.created_at, v.created_by_id,
  v.created_by_email, v.conversation, v.payload::text AS payload`;

const VIEW = statement<VersionRow, VersionReference>(
  'versions-view',
  `SELECT ${COLUMNS}
     FROM artifacts a
     JOIN artifact_versions v ON v.project_id = a.project_id AND v.artifact_id = a.id
    WHERE a.project_id = :project_id AND a.slug = :slug AND v.version_number = :version_number`,
);

const INSERT = statement<VersionRow>(
  'versions-insert',
  `INSERT INTO artifact_versions AS v
     (project_id, artifact_id, version_number, id, short_name, change_summary, edit_source, coach_conversation_id, written_interview_id,
      conversation, payload, changelog_entry_id, created_by_id, created_by_email, created_at)
   VALUES (:projectId, :artifactId, :versionNumber, :id, :shortName, :changeSummary, :editSource, :coachConversationId,
           :writtenInterviewId, :conversation, :payload, :changelogEntryId, :createdById, :createdByEmail, :createdAt)
   RETURNING ${COLUMNS}`,
);

const PAYLOAD = statement<{ payload: string }>(
  'versions-payload',
  `SELECT payload::text AS payload FROM artifact_versions
    WHERE project_id = :project AND artifact_id = :artifact AND version_number = :number`,
);

interface Written {
  readonly project: string;
  readonly artifact: string;
  readonly interview: string;
}

const WITH_INTERVIEW = statement<{ version_number: number }, Written>(
  'versions-with-interview',
  `SELECT version_number FROM artifact_versions
    WHERE project_id = :project AND artifact_id = :artifact AND written_interview_id = :interview`,
);

type HistoryRow = Omit<VersionHistoryRow, 'changelog_entry'> & {
  [Name in keyof ChangelogEntry as `entry_${Name}`]: ChangelogEntry[Name];
};

/** The number of versions is a column of the artifact; without an artifact there are no rows. */
const HISTORY = pageStatement<HistoryRow, ListVersions>('versions-history', {
  results: `
    SELECT v.id, v.version_number, v.short_name, v.change_summary, v.edit_source, v.created_at,
           v.created_by_email, v.conversation, e.id AS entry_id, e.description AS entry_description,
           e.created_at AS entry_created_at, e.user_email AS entry_user_email
      FROM artifact_versions v
      JOIN changelog_entries e ON e.project_id = :project_id AND e.id = v.changelog_entry_id
     WHERE v.project_id = :project_id
       AND v.artifact_id = (SELECT id FROM artifacts WHERE project_id = :project_id AND slug = :slug)`,
  order: 'version_number DESC',
  total: 'SELECT version_count AS total FROM artifacts WHERE project_id = :project_id AND slug = :slug',
  planOnce: true,
});

const PUBLISH = statement<object, Publication>(
  'publications-insert',
  `INSERT INTO publications
     (project_id, id, artifact_id, from_version_number, to_version_number, published_by_id, published_by_email, created_at)
   VALUES (:projectId, :id, :artifactId, :fromVersionNumber, :toVersionNumber, :publishedById, :publishedByEmail, :createdAt)`,
);

const OF_ARTIFACT = 'FROM publications WHERE project_id = :project AND artifact_id = :artifact';

const PUBLICATIONS = pageStatement<
  PublicationView,
  Paged & { readonly project: string; readonly artifact: string }
>('publications-list', {
  results: `
      SELECT id, from_version_number, to_version_number, published_by_id, published_by_email, created_at ${OF_ARTIFACT}`,
  order: 'created_at DESC, id DESC',
  total: `SELECT count(*) AS total ${OF_ARTIFACT}`,
  planOnce: true,
});

/** The fields of a new version that its author chooses. */
export type NewVersion = Pick<
  ArtifactVersion,
  'payload' | 'shortName' | 'changeSummary' | 'editSource' | 'coachConversationId'
> &
  Partial<Pick<ArtifactVersion, 'conversation' | 'writtenInterviewId'>>;

/** Reads and writes versions and publications. */
@Injectable()
export class VersionsRepository {
  constructor(
    private readonly database: Database,
    private readonly catalogs: CatalogRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Newest first. @throws NotFound if there is no such artifact. */
  async history(request: ListVersions): Promise<Page<VersionHistoryRow>> {
    const rows = await this.catalogs.findOrSeed(request.project_id, async () => {
      const found = await this.database.rows(HISTORY, request);
      return found.length === 0 ? null : found;
    });
    if (!rows) throw new NotFound();
    const { count, results } = pageOf(rows);
    return { count, results: results.map(historyRow) };
  }

  /** The version with its content. @throws NotFound */
  async view(reference: VersionReference): Promise<Json<ArtifactVersionView>> {
    const [row] = await this.database.rows(VIEW, reference);
    if (!row) throw new NotFound();
    return withPayload<ArtifactVersionView>(row);
  }

  /** @throws NotFound */
  async require({ projectId, id }: Artifact, versionNumber: number): Promise<ArtifactVersion> {
    const key = { projectId, artifactId: id, versionNumber };
    const version = await this.database.find(ArtifactVersion, key);
    if (!version) throw new NotFound();
    return version;
  }

  /** The number of the version with which an interview was written to an artifact; undefined if it was not. */
  async withInterview(
    { projectId: project, id: artifact }: Artifact,
    interview: string,
  ): Promise<number | undefined> {
    return (await this.database.rows(WITH_INTERVIEW, { project, artifact, interview }))[0]?.version_number;
  }

  /** The content of a version, as JSON. @throws NotFound */
  async payload({ projectId, id }: Artifact, number: number): Promise<string> {
    const [row] = await this.database.rows(PAYLOAD, { project: projectId, artifact: id, number });
    if (!row) throw new NotFound();
    return row.payload;
  }

  /** Stores the content of the version that a locked artifact has taken as its head, and returns it. */
  async insertHead(
    artifact: Artifact,
    { payload, conversation = null, writtenInterviewId = null, ...version }: NewVersion,
    caller: Caller,
    changelogEntryId: string,
  ): Promise<Json<ArtifactVersionView>> {
    const columns = {
      ...version,
      writtenInterviewId,
      conversation: conversation && JSON.stringify(conversation),
      payload: JSON.stringify(payload),
      projectId: artifact.projectId,
      artifactId: artifact.id,
      versionNumber: artifact.headVersionNumber,
      id: v7(),
      changelogEntryId,
      createdById: caller.user_id,
      createdByEmail: caller.email,
      createdAt: artifact.updatedAt,
    } satisfies Record<keyof ArtifactVersion, unknown>;
    const [row] = await this.database.rows(INSERT, columns);
    if (!row) throw new Error('An inserted version is returned.');
    return withPayload<ArtifactVersionView>(row);
  }

  /** Stores a move of a locked artifact's published pointer, with its event. */
  async insertPublication(artifact: Artifact, move: PointerMove, caller: Caller): Promise<void> {
    await Promise.all([
      this.insertMove(artifact, move, caller),
      this.outbox.add([versionPublished.of(publishedBy(caller, artifact, move.to))]),
    ]);
  }

  /** Stores a move without an event: the empty first version of a new artifact causes none. */
  async insertMove(artifact: Artifact, { from, to }: PointerMove, caller: Caller): Promise<void> {
    await this.database.rows(PUBLISH, {
      projectId: artifact.projectId,
      id: v7(),
      artifactId: artifact.id,
      fromVersionNumber: from,
      toVersionNumber: to,
      publishedById: caller.user_id,
      publishedByEmail: caller.email,
      createdAt: artifact.updatedAt,
    });
  }

  /** Newest first. */
  async publications(
    artifact: Artifact,
    { limit, offset }: ListPublications,
  ): Promise<Page<PublicationView>> {
    const { projectId: project, id } = artifact;
    return pageOf(await this.database.rows(PUBLICATIONS, { project, artifact: id, limit, offset }));
  }
}

function publishedBy(
  caller: Caller,
  { projectId, id, slug, title, updatedAt }: Artifact,
  version_number: number,
): VersionPublished {
  return {
    project_id: projectId,
    artifact_id: id,
    slug,
    title,
    version_number,
    published_by: caller.user_id,
    published_at: updatedAt.toISOString(),
  };
}

function historyRow(row: HistoryRow): VersionHistoryRow {
  const { entry_id, entry_description, entry_created_at, entry_user_email, ...version } = row;
  return {
    ...version,
    changelog_entry: {
      id: entry_id,
      description: entry_description,
      created_at: entry_created_at,
      user_email: entry_user_email,
    },
  };
}
