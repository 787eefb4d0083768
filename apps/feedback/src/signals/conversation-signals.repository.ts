import { Injectable } from '@nestjs/common';
import type { Caller } from '@pks/contracts';
import { Clock, Database, Outbox, later, statement } from '@pks/platform';
import { closed } from './signal-events.ts';

/** A statement adds the events of at most this many signals. */
const BATCH = 1_000;

interface Reviewed {
  readonly id: string;
  readonly given_by_id: string;
  readonly feedback: string;
  readonly reviewed_at: string;
}

interface Review {
  readonly project: string;
  readonly ids: readonly string[];
  readonly now: Date;
  readonly reviewer: string | null;
}

interface OfConversation {
  readonly project: string;
  readonly conversation: string;
}

/** Locks rows of the table, not of the view: PostgreSQL checks a row again after waiting for it, and without row-level security the view's check fails then. */
const LOCK_OPEN = statement<{ id: string }, OfConversation>(
  'signals_lock_conversation',
  `SELECT id FROM signals
    WHERE project_id = :project AND status = 'to_review'
      AND id = ANY (ARRAY(
            SELECT id FROM searchable_signals
             WHERE project_id = :project AND coalesce(conversation_id, id) = :conversation AND conversation_id = :conversation
               AND status = 'to_review'))
    ORDER BY id FOR UPDATE`,
);

const LATER = `greatest(:now::timestamptz, ${later('updated_at', `interval '1 millisecond'`)})`;

const REVIEW = statement<Reviewed, Review>(
  'signals_review_conversation',
  `UPDATE signals SET status = 'reviewed', updated_at = ${LATER}, reviewed_at = ${LATER}, reviewed_by_id = :reviewer
    WHERE project_id = :project AND id = ANY (:ids::uuid[])
RETURNING id, given_by_id, left(feedback, 400) AS feedback, reviewed_at`,
);

/** Closes the signals of conversations. */
@Injectable()
export class ConversationSignalsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Closes all open signals of a conversation in the current transaction, and returns how many there were. The caller must already be a
   * participant. One statement closes all of them, because locks are taken in the same order as when a signal is submitted or changed: all
   * signals, then the counts of groups, then the counts of signals.
   */
  async review(project: string, conversation: string, caller: Caller): Promise<number> {
    const reviewer = caller.kind === 'user' ? caller.user_id : null;
    const open = await this.database.rows(LOCK_OPEN, { project, conversation });
    const ids = open.map(({ id }) => id);
    const reviewed = await this.database.rows(REVIEW, { project, ids, now: this.clock.now(), reviewer });
    for (let first = 0; first < reviewed.length; first += BATCH)
      await this.announce(project, reviewed.slice(first, first + BATCH), caller);
    return reviewed.length;
  }

  private announce(projectId: string, reviewed: readonly Reviewed[], caller: Caller): Promise<void> {
    const events = reviewed.map(({ id, given_by_id, feedback, reviewed_at }) => {
      const signal = { projectId, id, givenById: given_by_id, status: 'reviewed', feedback } as const;
      return closed(signal, caller, reviewed_at);
    });
    return this.outbox.add(events);
  }
}
