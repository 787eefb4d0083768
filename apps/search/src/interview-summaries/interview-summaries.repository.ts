import { Injectable } from '@nestjs/common';
import type { SummarizedInterview } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { IsNull } from 'typeorm';
import { InterviewSummary } from './interview-summary.entity.ts';

interface OfInterview {
  readonly project_id: string;
  readonly id: string;
}

interface OfUser {
  readonly project_id: string;
  readonly user_id: string;
  readonly most: number;
}

/** Replaces only an earlier state: never a later one, nor the row of a deleted interview, which has no time. */
const KEEP = statement<object, SummarizedInterview & { readonly project_id: string }>(
  'interview_summaries_keep',
  `INSERT INTO interview_summaries AS known
     (project_id, id, name, topic, summary, created_by_id, assigned_to_id, updated_at)
   VALUES (:project_id, :id, :name, :topic, :summary, :created_by, :assigned_to, :updated_at)
   ON CONFLICT ON CONSTRAINT interview_summaries_pkey DO UPDATE
      SET name = excluded.name, topic = excluded.topic, summary = excluded.summary,
          created_by_id = excluded.created_by_id, assigned_to_id = excluded.assigned_to_id,
          updated_at = excluded.updated_at
    WHERE known.updated_at < excluded.updated_at
   RETURNING 1`,
);

/** For a new row, the old name is null. */
const EMPTY = statement<{ had_content: boolean }, OfInterview>(
  'interview_summaries_empty',
  `INSERT INTO interview_summaries AS known (project_id, id) VALUES (:project_id, :id)
   ON CONFLICT ON CONSTRAINT interview_summaries_pkey DO UPDATE
      SET name = NULL, topic = NULL, summary = NULL, created_by_id = NULL, assigned_to_id = NULL, updated_at = NULL
    WHERE known.name IS NOT NULL
   RETURNING old.name IS NOT NULL AS had_content`,
);

const DROP = statement<object, OfInterview>(
  'interview_summaries_drop',
  'DELETE FROM interview_summaries WHERE project_id = :project_id AND id = :id AND name IS NOT NULL RETURNING 1',
);

const newest = (column: string): string => `
  (SELECT id, updated_at FROM interview_summaries
    WHERE project_id = :project_id AND ${column} = :user_id
    ORDER BY updated_at DESC, id DESC LIMIT :most)`;

const OF_USER = statement<{ id: string }, OfUser>(
  'interview_summaries_of_user',
  `SELECT id FROM (${newest('assigned_to_id')} UNION ${newest('created_by_id')}) own
    ORDER BY updated_at DESC, id DESC LIMIT :most`,
);

/** Stores the summaries of completed interviews. */
@Injectable()
export class InterviewSummariesRepository {
  constructor(private readonly database: Database) {}

  /** Stores the state of an interview. False if it is not later than the known one, or if the interview was deleted. */
  async keep(project_id: string, interview: SummarizedInterview): Promise<boolean> {
    return (await this.database.rows(KEEP, { project_id, ...interview })).length > 0;
  }

  /** Deletes the content of an interview, and records that it was deleted. False if it had no content. */
  async empty(project_id: string, id: string): Promise<boolean> {
    const [emptied] = await this.database.rows(EMPTY, { project_id, id });
    return emptied?.had_content ?? false;
  }

  /** Deletes the state of an interview, and keeps no record of it. False if there was none. */
  async drop(project_id: string, id: string): Promise<boolean> {
    return (await this.database.rows(DROP, { project_id, id })).length > 0;
  }

  /** Deletes the row that is left of a deleted interview. */
  async forget(projectId: string, id: string): Promise<void> {
    await this.database.manager.delete(InterviewSummary, { projectId, id, name: IsNull() });
  }

  /** The ids of interviews that are assigned to a user or were created by them: at most `most`, the latest first. */
  async ofUser(project_id: string, user_id: string, most: number): Promise<string[]> {
    const rows = await this.database.rows(OF_USER, { project_id, user_id, most });
    return rows.map(({ id }) => id);
  }
}
