import { Injectable } from '@nestjs/common';
import type { Caller, Sentiment } from '@pks/contracts';
import { Clock, Database, Outbox, statement } from '@pks/platform';
import { type Counted, SignalCountsRepository } from './signal-counts.repository.ts';
import { closed } from './signal-events.ts';

/** A statement closes at most this many signals. */
const BATCH = 1_000;

interface Reviewed {
  readonly id: string;
  readonly given_by_id: string;
  readonly sentiment: Sentiment;
  readonly feedback: string;
  readonly reviewed_at: string;
}

interface Review {
  readonly project: string;
  readonly conversation: string;
  readonly now: Date;
  readonly reviewer: string | null;
  readonly most: number;
}

const REVIEW = statement<Reviewed, Review>(
  'signals_review_conversation',
  `UPDATE signals s
      SET status = 'reviewed', updated_at = later.at, reviewed_at = later.at, reviewed_by_id = :reviewer
     FROM (SELECT id, greatest(:now::timestamptz, updated_at + interval '1 millisecond') AS at
             FROM searchable_signals
            WHERE project_id = :project AND coalesce(conversation_id, id) = :conversation AND conversation_id = :conversation
              AND status = 'to_review'
            ORDER BY id LIMIT :most FOR UPDATE) later
    WHERE s.project_id = :project AND s.id = later.id
RETURNING s.id, s.given_by_id, s.sentiment, left(s.feedback, 400) AS feedback, s.reviewed_at`,
);

/** Closes the signals of conversations. */
@Injectable()
export class ConversationSignalsRepository {
  constructor(
    private readonly database: Database,
    private readonly counts: SignalCountsRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Closes all open signals of a conversation in the transaction under way, and returns how many there were. The caller is a participant already. */
  async review(project: string, conversation: string, caller: Caller): Promise<number> {
    const reviewer = caller.kind === 'user' ? caller.user_id : null;
    let total = 0;
    for (let closing = BATCH; closing === BATCH; total += closing) {
      const values = { project, conversation, now: this.clock.now(), reviewer, most: BATCH };
      const reviewed = await this.database.rows(REVIEW, values);
      closing = reviewed.length;
      if (closing > 0) await this.record(project, reviewed, caller);
    }
    return total;
  }

  /** Moves the counts of signals that were closed, and adds their events. */
  private async record(projectId: string, reviewed: readonly Reviewed[], caller: Caller): Promise<void> {
    const counted = (status: Counted['status']): Counted[] =>
      reviewed.map(({ given_by_id, sentiment }) => ({ givenById: given_by_id, sentiment, status }));
    await this.counts.move(projectId, counted('to_review'), counted('reviewed'));
    const events = reviewed.map(({ id, given_by_id, feedback, reviewed_at }) => {
      const signal = { projectId, id, givenById: given_by_id, status: 'reviewed', feedback } as const;
      return closed(signal, caller, reviewed_at);
    });
    await this.outbox.add(events);
  }
}
