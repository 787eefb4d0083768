import { Injectable } from '@nestjs/common';
import type { Caller, ChangelogEntry as ChangelogEntryView, ListChangelog, Page } from '@pks/contracts';
import { Database, pageOf, pageStatement, statement } from '@pks/platform';
import { v7 } from 'uuid';
import type { ChangelogEntry } from './changelog-entry.entity.ts';

const LIST = pageStatement<ChangelogEntryView, ListChangelog>('changelog-list', {
  results: `SELECT id, description, created_at, user_email FROM changelog_entries WHERE project_id = :project_id`,
  order: 'created_at DESC, id DESC',
  total: `SELECT coalesce(sum(changes), 0) AS total FROM catalog_counts WHERE project_id = :project_id`,
  planOnce: true,
});

/** A row whose write the entry is about. */
interface Written {
  readonly projectId: string;
  readonly id: string;
  readonly updatedAt: Date;
}

type NewEntry = Omit<ChangelogEntry, 'userId' | 'userEmail'>;

const ADD = statement<object, ChangelogEntry>(
  'changelog-add',
  `INSERT INTO changelog_entries (project_id, id, artifact_id, description, user_id, user_email, created_at)
   VALUES (:projectId, :id, :artifactId, :description, :userId, :userEmail, :createdAt)`,
);

/** The knowledge changelog of projects. */
@Injectable()
export class ChangelogRepository {
  constructor(private readonly database: Database) {}

  /** Adds an entry about a write to an artifact, in its transaction. Statements that refer to the entry's id are sent after it. */
  add(artifact: Written, caller: Caller, description: string, id = v7()): Promise<void> {
    const { projectId, id: artifactId, updatedAt: createdAt } = artifact;
    return this.insert({ id, projectId, artifactId, createdAt, description }, caller);
  }

  /** Adds an entry about a write to documents, in its transaction. */
  addOfDocuments(projectId: string, at: Date, caller: Caller, description: string): Promise<void> {
    return this.insert({ id: v7(), projectId, artifactId: null, createdAt: at, description }, caller);
  }

  private async insert(fields: NewEntry, { user_id: userId, email: userEmail }: Caller): Promise<void> {
    await this.database.rows(ADD, { ...fields, userId, userEmail });
  }

  /** Newest first. */
  async list(request: ListChangelog): Promise<Page<ChangelogEntryView>> {
    return pageOf(await this.database.rows(LIST, request));
  }
}
