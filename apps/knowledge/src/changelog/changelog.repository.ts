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

/** The knowledge changelog of projects. */
@Injectable()
export class ChangelogRepository {
  constructor(private readonly database: Database) {}

  /** Adds an entry, in the transaction of the write that it tells of, and returns its id. */
  async add(artifact: Artifact, caller: Caller, description: string): Promise<string> {
    const entry = {
      projectId: artifact.projectId,
      id: v7(),
      artifactId: artifact.id,
      description,
      userId: caller.user_id,
      userEmail: caller.email,
      createdAt: artifact.updatedAt,
    };
    await this.database.manager.insert(ChangelogEntry, entry);
    return entry.id;
  }

  /** Newest first. */
  async list({ project_id, limit, offset }: ListChangelog): Promise<Page<ChangelogEntryView>> {
    return pageOf(await this.database.rows(LIST, [project_id, limit, offset]));
  }
}
