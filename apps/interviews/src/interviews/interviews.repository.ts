import { Injectable } from '@nestjs/common';
import type { Caller, ChatEntry, Interview as InterviewView, JsonObject } from '@pks/contracts';
import { isProjectAdmin } from '@pks/contracts';
import { Database, NotFound, lookedUp, statement } from '@pks/platform';
import { In } from 'typeorm';
import { SUMMARY, SUMMARY_JOINS, type SummaryRow, summaryOf } from './interview-row.ts';
import { Interview } from './interview.entity.ts';

/** A row of a whole interview: a summary and the columns beyond it. */
interface WholeRow
  extends SummaryRow, Pick<InterviewView, 'chat_memory' | 'local_documents' | 'topics' | 'write_scope'> {
  readonly reminders_stopped_at: string | null;
  readonly parameters: JsonObject;
  readonly chat_history: readonly ChatEntry[];
}

interface Viewed {
  readonly project_id: string;
  readonly ids: readonly string[];
  /** Only interviews assigned to this user or created by them; null for all. */
  readonly visible_to: string | null;
}

/** One statement reads the interview and its transcript, so that both are of the same moment. */
const VIEW = statement<WholeRow, Viewed>(
  'interviews_view',
  `SELECT ${SUMMARY}, i.parameters, i.topics, i.chat_memory, i.local_documents, i.write_scope,
          i.reminders_stopped_at,
          coalesce(history.entries, '[]') AS chat_history
     FROM unnest(:ids::uuid[]) WITH ORDINALITY wanted (id, place)
     ${lookedUp('interviews', 'i', 'i.project_id = :project_id AND i.id = wanted.id')} ${SUMMARY_JOINS}
     LEFT JOIN LATERAL (
       SELECT json_agg(json_build_object(
                'id', e.id, 'role', e.role, 'content', e.content, 'type', 'message',
                'timestamp', to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'topic_index', e.topic_index) ORDER BY e.number) AS entries
         FROM interview_entries e WHERE e.project_id = :project_id AND e.interview_id = i.id) history ON true
    WHERE :visible_to::uuid IS NULL OR i.assigned_to_id = :visible_to OR i.created_by_id = :visible_to
    ORDER BY wanted.place`,
);

const IS_INVITED = statement<object>(
  'interviews_is_invited',
  'SELECT 1 FROM interviews WHERE project_id = :project_id AND invite_email = lower(:email::text) LIMIT 1',
);

const LOCK_INVITED = statement<{ id: string }>(
  'interviews_lock_invited',
  `SELECT id FROM interviews WHERE project_id = :project_id AND invite_email = lower(:email::text)
    ORDER BY id LIMIT :most FOR NO KEY UPDATE`,
);

/** Interviews that were due to be sent to a user by now, but were not. */
const LOCK_OVERDUE = statement<{ id: string }>(
  'interviews_lock_overdue',
  `SELECT id FROM interviews
    WHERE project_id = :project_id AND assigned_to_id = :user_id AND sent_at IS NULL AND status <> 'completed'
      AND coalesce((parameters->>'scheduled_send_at')::timestamptz <= :now::timestamptz, true)
    ORDER BY id LIMIT :most FOR NO KEY UPDATE`,
);

/** The most interviews that a statement inserts. */
const MOST_AT_ONCE = 100;

/** Reads and writes interviews. */
@Injectable()
export class InterviewsRepository {
  constructor(private readonly database: Database) {}

  /** The interview as the API shows it. @throws NotFound also for an interview that the caller may not see. */
  async view(projectId: string, id: string, caller: Caller): Promise<InterviewView> {
    const [view] = await this.viewAll(projectId, [id], isProjectAdmin(caller) ? null : caller.user_id);
    if (!view) throw new NotFound();
    return view;
  }

  /** Interviews in the order of `ids`; only those visible to the user `visible_to`, unless it is null. */
  async viewAll(
    project_id: string,
    ids: readonly string[],
    visible_to: string | null = null,
  ): Promise<readonly InterviewView[]> {
    return (await this.database.rows(VIEW, { project_id, ids, visible_to })).map(viewOf);
  }

  /** The interview as it is now; null when there is none. */
  find(projectId: string, id: string): Promise<Interview | null> {
    return this.database.find(Interview, { projectId, id });
  }

  /** The interview, locked until the end of the transaction; null when there is none. */
  lockIfAny(projectId: string, id: string): Promise<Interview | null> {
    return this.database.lock(Interview, { projectId, id }, 'for_no_key_update');
  }

  /** The interview, locked until the end of the transaction. @throws NotFound */
  async lock(projectId: string, id: string): Promise<Interview> {
    const interview = await this.lockIfAny(projectId, id);
    if (!interview) throw new NotFound();
    return interview;
  }

  /** Whether interviews wait for the owner of an address to join. */
  async isInvited(project_id: string, email: string): Promise<boolean> {
    return (await this.database.rows(IS_INVITED, { project_id, email })).length > 0;
  }

  /** Locks and returns at most `most` interviews that wait for the owner of an address to join. */
  async lockInvited(project_id: string, email: string, most: number): Promise<Interview[]> {
    return this.all(project_id, await this.database.rows(LOCK_INVITED, { project_id, email, most }));
  }

  /** Locks and returns at most `most` interviews that were due to be sent to a user before `now`, but were not. */
  async lockOverdue(project_id: string, user_id: string, now: Date, most: number): Promise<Interview[]> {
    return this.all(project_id, await this.database.rows(LOCK_OVERDUE, { project_id, user_id, now, most }));
  }

  /** Inserts interviews, a hundred with a statement: composing it for a thousand would keep other requests waiting. */
  async insert(interviews: readonly Interview[]): Promise<void> {
    for (let from = 0; from < interviews.length; from += MOST_AT_ONCE)
      await this.database.manager.insert(Interview, interviews.slice(from, from + MOST_AT_ONCE));
  }

  /** Writes the columns of a locked interview that can change. */
  async store(interview: Interview): Promise<void> {
    const { projectId, id, status, assignedToId, inviteEmail, topics, chatMemory, ...columns } = interview;
    const { importInfo, firstMessagePreview, messageCount, sentAt, updatedAt } = columns;
    const { remindersSent, remindedAt, remindersStoppedAt } = columns;
    await this.database.manager.update(
      Interview,
      { projectId, id },
      {
        status,
        assignedToId,
        inviteEmail,
        topics,
        chatMemory,
        importInfo,
        firstMessagePreview,
        messageCount,
        sentAt,
        remindersSent,
        remindedAt,
        remindersStoppedAt,
        updatedAt,
      },
    );
  }

  /** Deletes a locked interview with its transcript. */
  async remove({ projectId, id }: Interview): Promise<void> {
    await this.database.manager.delete(Interview, { projectId, id });
  }

  private all(projectId: string, rows: readonly { readonly id: string }[]): Promise<Interview[]> {
    const id = In(rows.map((row) => row.id));
    return this.database.manager.find(Interview, { where: { projectId, id }, order: { id: 'ASC' } });
  }
}

function viewOf({ parameters, ...row }: WholeRow): InterviewView {
  return {
    ...summaryOf(row),
    type_additional_parameters: parameters,
    chat_history: row.chat_history,
    chat_memory: row.chat_memory,
    local_documents: row.local_documents,
    topics: row.topics,
    write_scope: row.write_scope,
    reminders_stopped_at: row.reminders_stopped_at,
  };
}
