import { Injectable } from '@nestjs/common';
import type { AnswerStatus, FollowAnswer } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { ENTRY_JSON } from '../conversations/conversation-row.ts';

/** How far an answer is: its new entries are JSON. */
export interface ProgressRow {
  readonly query_id: number;
  readonly status: AnswerStatus;
  readonly entries: string;
}

interface Followed {
  readonly project_id: string;
  readonly conversation_id: string;
  readonly query_id: number | null;
  readonly after: number;
}

/** One statement: whoever sees that a question is answered also sees all of its answer. */
const PROGRESS = statement<ProgressRow, Followed>(
  'answers_progress',
  `SELECT q.number AS query_id, q.status, '[' || coalesce(said.entries, '') || ']' AS entries
     FROM questions q
     LEFT JOIN LATERAL (
       SELECT string_agg('{"number":' || e.number || ',"entry":' || ${ENTRY_JSON} || '}', ',' ORDER BY e.number) AS entries
         FROM conversation_entries e
        WHERE e.project_id = :project_id AND e.conversation_id = :conversation_id AND e.query_id = q.number
          AND e.number > :after) said ON true
    WHERE q.project_id = :project_id AND q.conversation_id = :conversation_id
      AND q.number = CASE WHEN :query_id::integer IS NOT NULL THEN :query_id ELSE
        (SELECT max(l.number) FROM questions l
          WHERE l.project_id = :project_id AND l.conversation_id = :conversation_id) END`,
);

/** Reads how far answers are. */
@Injectable()
export class AnswerProgressRepository {
  constructor(private readonly database: Database) {}

  /** The question, or the last one, with what was said about it after an entry; undefined when there is none. */
  async after({
    project_id,
    conversation_id,
    query_id,
    after,
  }: FollowAnswer): Promise<ProgressRow | undefined> {
    const followed = { project_id, conversation_id, query_id: query_id ?? null, after };
    const [progress] = await this.database.rows(PROGRESS, followed);
    return progress;
  }
}
