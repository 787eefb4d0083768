import { Injectable } from '@nestjs/common';
import {
  type ArtifactVersion as ArtifactVersionView,
  type Caller,
  type ChangelogEntry,
  type ListPublications,
  type ListVersions,
  type Page,
  type Publication as PublicationView,
  type VersionHistoryRow,
  type VersionPublished,
  type VersionReference,
  versionPublished,
} from '@pks/contracts';
import { Database, type Json, NotFound, Outbox, pageOf, statement } from '@pks/platform';
import { v7 } from 'uuid';
import type { Artifact } from '../artifacts/artifact.entity.ts';
import { CatalogRepository } from '../artifacts/catalog.repository.ts';
import { withPayload } from '../artifacts/with-payload.ts';
import { ArtifactVersion } from './artifact-version.entity.ts';
import { Publication } from './publication.entity.ts';

type VersionRow = Omit<ArtifactVersionView, 'payload'> & { payload: string };

const VIEW = statement<VersionRow>(
  'versions-view',
  `SELECT v.id, v.version_number, v.short_name, v.change_summary, v.edit_source, v.coach_conversation_id,
          v.created_at, v.created_by_id, v.created_by_email, v.conversation, v.payload::text AS payload
     FROM artifacts a
     JOIN artifact_versions v ON v.project_id = a.project_id AND v.artifact_id = a.id
    WHERE a.project_id = $1 AND a.slug = $2 AND v.version_number = $3`,
);

type HistoryRow = Omit<VersionHistoryRow, 'changelog_entry'> & { total: number } & {
  [Name in keyof ChangelogEntry as `entry_${Name}`]: ChangelogEntry[Name];
};

const HISTORY = statement<HistoryRow>(
  'versions-history',
  `SELECT a.version_count AS total, page.*
     FROM artifacts a
     LEFT JOIN LATERAL (
       SELECT v.id, v.version_number, v.short_name, v.change_summary, v.edit_source, v.created_at,
              v.created_by_email, v.conversation, e.id AS entry_id, e.description AS entry_description,
              e.created_at AS entry_created_at, e.user_email AS entry_user_email
         FROM artifact_versions v
         JOIN changelog_entries e ON e.project_id = v.project_id AND e.id = v.changelog_entry_id
        WHERE v.project_id = a.project_id AND v.artifact_id = a.id
        ORDER BY v.version_number DESC LIMIT $3 OFFSET $4
     ) page ON true
    WHERE a.project_id = $1 AND a.slug = $2
    ORDER BY page.version_number DESC`,
);

const PUBLICATIONS = statement<PublicationView & { total: number }>(
  'publications-list',
  `SELECT counted.total, page.*
     FROM (SELECT count(*) AS total FROM publications WHERE project_id = $1 AND artifact_id = $2) counted
     LEFT JOIN LATERAL (
       SELECT id, from_version_number, to_version_number, published_by_id, published_by_email, created_at
         FROM publications WHERE project_id = $1 AND artifact_id = $2
        ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
     ) page ON true
    ORDER BY page.created_at DESC, page.id DESC`,
);

/** What a new version says; its number, its author and its time are not its own to say. */
export type NewVersion = Pick<
  ArtifactVersion,
  'payload' | 'shortName' | 'changeSummary' | 'editSource' | 'coachConversationId'
>;

/** Remembers versions and publications. */
@Injectable()
export class VersionsRepository {
  constructor(
    private readonly database: Database,
    private readonly catalogs: CatalogRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Newest first. @throws NotFound when there is no such artifact. */
  async history({ project_id, slug, limit, offset }: ListVersions): Promise<Page<VersionHistoryRow>> {
    const rows = await this.catalogs.find(project_id, async () => {
      const found = await this.database.rows(HISTORY, [project_id, slug, limit, offset]);
      return found.length === 0 ? null : found;
    });
    if (!rows) throw new NotFound();
    const { count, results } = pageOf(rows);
    return { count, results: results.map(historyRow) };
  }

  /** The version with its content. @throws NotFound */
  async view({ project_id, slug, version_number }: VersionReference): Promise<Json<ArtifactVersionView>> {
    const [row] = await this.database.rows(VIEW, [project_id, slug, version_number]);
    if (!row) throw new NotFound();
    return withPayload<ArtifactVersionView>(row);
  }

  /** @throws NotFound */
  async require({ projectId, id }: Artifact, versionNumber: number): Promise<ArtifactVersion> {
    const key = { projectId, artifactId: id, versionNumber };
    const version = await this.database.manager.findOneBy(ArtifactVersion, key);
    if (!version) throw new NotFound();
    return version;
  }

  /** Appends to an artifact whose row is locked, and returns the number. */
  async append(
    artifact: Artifact,
    version: NewVersion,
    caller: Caller,
    changelogEntryId: string,
  ): Promise<number> {
    const versionNumber = artifact.takeNextVersion();
    await this.database.manager.insert(ArtifactVersion, {
      ...version,
      projectId: artifact.projectId,
      artifactId: artifact.id,
      versionNumber,
      id: v7(),
      changelogEntryId,
      createdById: caller.user_id,
      createdByEmail: caller.email,
      createdAt: artifact.updatedAt,
    });
    return versionNumber;
  }

  /** Moves the published pointer of an artifact whose row is locked, and keeps who did, with the event of it. */
  async publish(artifact: Artifact, versionNumber: number, caller: Caller): Promise<void> {
    await this.movePointer(artifact, versionNumber, caller);
    await this.outbox.add([versionPublished.of(publishedBy(caller, artifact, versionNumber))]);
  }

  /** Publishes the empty version that an artifact begins with: there is nothing to tell of. */
  publishEmpty(artifact: Artifact, versionNumber: number, caller: Caller): Promise<void> {
    return this.movePointer(artifact, versionNumber, caller);
  }

  private async movePointer(artifact: Artifact, versionNumber: number, caller: Caller): Promise<void> {
    await this.database.manager.insert(Publication, {
      projectId: artifact.projectId,
      id: v7(),
      artifactId: artifact.id,
      fromVersionNumber: artifact.publish(versionNumber),
      toVersionNumber: versionNumber,
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
    const { projectId, id } = artifact;
    return pageOf(await this.database.rows(PUBLICATIONS, [projectId, id, limit, offset]));
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

function historyRow(row: Omit<HistoryRow, 'total'>): VersionHistoryRow {
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
