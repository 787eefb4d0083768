import { Injectable } from '@nestjs/common';
import type { AnswerStatus, FollowAnswer } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { ENTRY_JSON } from '../conversations/conversation-row.ts';

/** The progress of an answer; `entries` is a JSON array of the new entries. */
export interface ProgressRow {
  readonly query_id: number;
  readonly status: AnswerStatus;
  readonly entries: string;
  readonly has_more: boolean;
}

interface Followed {
  readonly project_id: string;
  readonly conversation_id: string;
  readonly query_id: number | null;
  readonly after: number;
}

/** The most entries read at a time. */
const MOST_FOLLOWED = 20;

/** One statement reads status and entries: whoever sees that a question is answered also sees its whole answer, or `has_more`. */
function progress(name: string, condition: string) {
  return statement<ProgressRow, Followed>(
    name,
    `SELECT q.number AS query_id, q.status, '[' || coalesce(said.entries, '') || ']' AS entries, said.has_more
       FROM questions q
      CROSS JOIN LATERAL (
        SELECT string_agg('{"number":' || e.number || ',"entry":' || ${ENTRY_JSON} || '}', ',' ORDER BY e.number) AS entries,
               count(*) = ${MOST_FOLLOWED} AS has_more
          FROM (SELECT e.* FROM conversation_entries e
                 WHERE e.project_id = :project_id AND e.conversation_id = :conversation_id AND e.number > :after ${condition}
                 ORDER BY e.number LIMIT ${MOST_FOLLOWED}) e
         WHERE e.query_id <= q.number) said
      WHERE q.project_id = :project_id AND q.conversation_id = :conversation_id
        AND q.number = CASE WHEN :query_id::integer IS NOT NULL THEN :query_id ELSE
          (SELECT max(l.number) FROM questions l
            WHERE l.project_id = :project_id AND l.conversation_id = :conversation_id) END`,
  );
}

const OF_QUESTION = progress('answers_progress', 'AND e.query_id = q.number');
/** Includes the entries of earlier questions: entries are numbered in the order of the questions. */
const OF_CONVERSATION = progress('answers_progress_of_conversation', '');

const REACHED = statement<object>(
  'answers_reached',
  `SELECT 1 FROM conversation_entries
    WHERE project_id = :project_id AND conversation_id = :conversation_id AND number >= :after::bigint
    LIMIT 1`,
);

/** Reads the progress of answers. */
@Injectable()
export class AnswerProgressRepository {
  constructor(private readonly database: Database) {}

  /** The question (the last one without `query_id`) with its entries after a number, and those of earlier questions if `earlier`; undefined if none. */
  async after({
    project_id,
    conversation_id,
    query_id,
    after,
    earlier,
  }: FollowAnswer): Promise<ProgressRow | undefined> {
    const followed = { project_id, conversation_id, query_id: query_id ?? null, after };
    const [row] = await this.database.rows(earlier ? OF_CONVERSATION : OF_QUESTION, followed);
    return row;
  }

  /** Whether the conversation has an entry with this number or a later one. */
  async reaches({ project_id, conversation_id, after }: FollowAnswer): Promise<boolean> {
    return (await this.database.rows(REACHED, { project_id, conversation_id, after })).length > 0;
  }
}
