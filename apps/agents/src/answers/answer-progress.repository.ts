import { Injectable } from '@nestjs/common';
import type { AnswerStatus, FollowAnswer } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { ENTRY_JSON } from '../conversations/conversation-row.ts';

/** How far an answer is: its new entries are JSON. */
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

/** No more entries are read at a time. */
const MOST_FOLLOWED = 20;

/** One statement: whoever sees that a question is answered also sees all of its answer. */
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
/** Of earlier questions, too: entries are numbered in the order of the questions. */
const OF_CONVERSATION = progress('answers_progress_of_conversation', '');

const REACHED = statement<object>(
  'answers_reached',
  `SELECT 1 FROM conversation_entries
    WHERE project_id = :project_id AND conversation_id = :conversation_id AND number >= :after::bigint
    LIMIT 1`,
);

/** Reads how far answers are. */
@Injectable()
export class AnswerProgressRepository {
  constructor(private readonly database: Database) {}

  /** The question, or the last one, with what was said about it after an entry, and before it if `earlier`; undefined when there is none. */
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

  /** Whether the conversation has come to an entry of this number. */
  async reaches({ project_id, conversation_id, after }: FollowAnswer): Promise<boolean> {
    return (await this.database.rows(REACHED, { project_id, conversation_id, after })).length > 0;
  }
}
