import { Injectable } from '@nestjs/common';
import type { Caller, ChangelogEntry as ChangelogEntryView, ListChangelog, Page } from '@pks/contracts';
import { Database, pageOf, pageStatement } from '@pks/platform';
import { v7 } from 'uuid';
import { ChangelogEntry } from './changelog-entry.entity.ts';

const LIST = pageStatement<ChangelogEntryView, ListChangelog>('changelog-list', {
  results: `SELECT id, description, created_at, user_email FROM changelog_entries WHERE project_id = :project_id`,
  order: 'created_at DESC, id DESC',
  total: `SELECT coalesce(sum(changes), 0) AS total FROM catalog_counts WHERE project_id = :project_id`,
  planOnce: true,
});

/** A row that was written, whose write has an entry. */
interface Written {
  readonly projectId: string;
  readonly id: string;
  readonly updatedAt: Date;
}

type NewEntry = Pick<ChangelogEntry, 'projectId' | 'artifactId' | 'createdAt' | 'description'>;

/** The knowledge changelog of projects. */
@Injectable()
export class ChangelogRepository {
  constructor(private readonly database: Database) {}

  /** Adds an entry about a write to an artifact, in its transaction, and returns its id. */
  add(artifact: Written, caller: Caller, description: string): Promise<string> {
    const { projectId, id: artifactId, updatedAt: createdAt } = artifact;
    return this.insert({ projectId, artifactId, createdAt, description }, caller);
  }

  /** Adds an entry about a write to documents, in its transaction. */
  async addOfDocuments(projectId: string, at: Date, caller: Caller, description: string): Promise<void> {
    await this.insert({ projectId, artifactId: null, createdAt: at, description }, caller);
  }

  private async insert(fields: NewEntry, caller: Caller): Promise<string> {
    const id = v7();
    const entry = { ...fields, id, userId: caller.user_id, userEmail: caller.email };
    await this.database.manager.insert(ChangelogEntry, entry);
    return id;
  }

  /** Newest first. */
  async list(request: ListChangelog): Promise<Page<ChangelogEntryView>> {
    return pageOf(await this.database.rows(LIST, request));
  }
}
