import { Injectable } from '@nestjs/common';
import { type Caller, type ChatEntry, type ListMessages, type Page, isProjectAdmin } from '@pks/contracts';
import { Database, Invalid, NotFound, pageOf, pageStatement, statement } from '@pks/platform';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { InterviewEntry } from '../interviews/interview-entry.entity.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { type Exchange, LONGEST_EXCHANGE, exchangeAtEndOf } from './exchange.ts';
import { lastLines, shownEntry } from './transcript-sql.ts';

interface Listed {
  readonly project_id: string;
  readonly interview_id: string;
  /** Only entries of an interview that is assigned to this user or was created by them; null for any interview. */
  readonly visible_to: string | null;
  readonly after: string | null;
  readonly limit: number;
  readonly offset: number;
}

const ENTRY = 'e.project_id = :project_id AND e.interview_id = :interview_id';

/** The total is negative if `after` is not an entry of the interview; there is no row at all without an interview. */
const LIST = pageStatement<ChatEntry, Listed>('interview_entries_list', {
  with: `start AS (
    SELECT CASE WHEN :after::uuid IS NULL THEN 0
                ELSE (SELECT e.number FROM interview_entries e WHERE ${ENTRY} AND e.id = :after) END AS number)`,
  results: `SELECT e.id, e.number FROM interview_entries e WHERE ${ENTRY} AND e.number > (SELECT number FROM start)`,
  order: 'number',
  total: `SELECT coalesce(i.message_count - start.number, -1)::bigint AS total FROM interviews i CROSS JOIN start
           WHERE i.project_id = :project_id AND i.id = :interview_id
             AND (:visible_to::uuid IS NULL OR i.assigned_to_id = :visible_to OR i.created_by_id = :visible_to)`,
  show: shownEntry('interview_entries', ENTRY),
  planOnce: true,
});

const LAST = statement<Line>('interview_entries_last', lastLines('interview_entries', ENTRY));

/** A message to which its client gave an id, and the turn after it. */
export interface AnsweredMessage {
  readonly message: InterviewEntry;
  readonly turn: InterviewEntry;
}

/** Reads and writes the entries of transcripts. */
@Injectable()
export class EntriesRepository {
  constructor(private readonly database: Database) {}

  /** The entries in order. @throws NotFound also for an interview that the caller may not see; Invalid keyed to `after`. */
  async list(request: ListMessages, caller: Caller): Promise<Page<ChatEntry>> {
    const { after = null } = request;
    const visible_to = isProjectAdmin(caller) ? null : caller.user_id;
    const rows = await this.database.rows(LIST, { ...request, after, visible_to });
    const [first] = rows;
    if (!first) throw new NotFound();
    if (first.total < 0) throw Invalid.field('after', 'There is no such entry in this interview.');
    return pageOf(rows);
  }

  /** Inserts the entries in one statement. */
  async insert(entries: readonly InterviewEntry[]): Promise<void> {
    await this.database.manager.insert(InterviewEntry, [...entries]);
  }

  /** The exchange about the question that an interview asks now. */
  async exchange({ projectId, id, messageCount }: Interview): Promise<Exchange> {
    const last = { project_id: projectId, interview_id: id, number: messageCount - LONGEST_EXCHANGE };
    return exchangeAtEndOf(await this.database.rows(LAST, last));
  }

  /** The message with this client's id in a locked interview; null when there is none. */
  async findAnswered({ projectId, id }: Interview, clientMessageId: string): Promise<AnsweredMessage | null> {
    const ofInterview = { projectId, interviewId: id };
    const message = await this.database.find(InterviewEntry, { ...ofInterview, clientMessageId });
    if (!message) return null;
    const turn = await this.database.find(InterviewEntry, { ...ofInterview, number: message.number + 1 });
    if (!turn) throw new Error('An answered message is followed by its answer.');
    return { message, turn };
  }
}
