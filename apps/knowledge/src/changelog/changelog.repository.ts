import { Injectable } from '@nestjs/common';
import type { Caller, ChangelogEntry as ChangelogEntryView, ListChangelog, Page } from '@pks/contracts';
import { Database, pageOf, statement } from '@pks/platform';
import { v7 } from 'uuid';
import type { Artifact } from '../artifacts/artifact.entity.ts';
import { ChangelogEntry } from './changelog-entry.entity.ts';

const LIST = statement<ChangelogEntryView & { total: number }>(
  'changelog-list',
  `SELECT counted.total, page.*
     FROM (SELECT count(*) AS total FROM changelog_entries WHERE project_id = $1) counted
     LEFT JOIN LATERAL (
       SELECT id, description, created_at, user_email FROM changelog_entries
        WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3
     ) page ON true
    ORDER BY page.created_at DESC, page.id DESC`,
);

/** What an entry tells, and of what. */
type Told = Pick<ChangelogEntry, 'projectId' | 'artifactId' | 'createdAt' | 'description'>;

/** The knowledge changelog of projects. */
@Injectable()
export class ChangelogRepository {
  constructor(private readonly database: Database) {}

  /** Adds an entry, in the transaction of the write that it tells of, and returns its id. */
  add(artifact: Artifact, caller: Caller, description: string): Promise<string> {
    const { projectId, id: artifactId, updatedAt: createdAt } = artifact;
    return this.insert({ projectId, artifactId, createdAt, description }, caller);
  }

  /** Adds an entry of a write to documents, in its transaction. */
  async addOfDocuments(projectId: string, at: Date, caller: Caller, description: string): Promise<void> {
    await this.insert({ projectId, artifactId: null, createdAt: at, description }, caller);
  }

  private async insert(told: Told, caller: Caller): Promise<string> {
    const id = v7();
    const entry = { ...told, id, userId: caller.user_id, userEmail: caller.email };
    await this.database.manager.insert(ChangelogEntry, entry);
    return id;
  }

  /** Newest first. */
  async list({ project_id, limit, offset }: ListChangelog): Promise<Page<ChangelogEntryView>> {
    return pageOf(await this.database.rows(LIST, [project_id, limit, offset]));
  }
}
