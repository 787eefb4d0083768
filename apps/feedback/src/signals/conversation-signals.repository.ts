import { Injectable } from '@nestjs/common';
import type { Caller, Sentiment } from '@pks/contracts';
import { Clock, Database, Outbox, statement } from '@pks/platform';
import { type Counted, SignalCountsRepository } from './signal-counts.repository.ts';
import { closed } from './signal-events.ts';

/** So many signals are closed by a statement. */
const BATCH = 1_000;

interface Reviewed {
  readonly id: string;
  readonly given_by_id: string;
  readonly sentiment: Sentiment;
  readonly feedback: string;
  readonly reviewed_at: string;
}

/** `$1` project, `$2` conversation, `$3` when, `$4` by whom, `$5` how many at most. */
const REVIEW = statement<Reviewed>(
  'signals_review_conversation',
  `UPDATE signals s
      SET status = 'reviewed', updated_at = later.at, reviewed_at = later.at, reviewed_by_id = $4
     FROM (SELECT id, greatest($3::timestamptz, updated_at + interval '1 millisecond') AS at
             FROM signals
            WHERE project_id = $1 AND coalesce(conversation_id, id) = $2 AND conversation_id = $2
              AND status = 'to_review'
            ORDER BY id LIMIT $5 FOR UPDATE) later
    WHERE s.project_id = $1 AND s.id = later.id
RETURNING s.id, s.given_by_id, s.sentiment, left(s.feedback, 400) AS feedback, s.reviewed_at`,
);

/** Closes what belongs to a conversation. */
@Injectable()
export class ConversationSignalsRepository {
  constructor(
    private readonly database: Database,
    private readonly counts: SignalCountsRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Closes all open signals of a conversation in the transaction under way, and tells how many those were; who closes them is kept as a participant. */
  async review(projectId: string, conversationId: string, caller: Caller): Promise<number> {
    const by = caller.kind === 'user' ? caller.user_id : null;
    let total = 0;
    for (let found = BATCH; found === BATCH; total += found) {
      const asked = [projectId, conversationId, this.clock.now(), by, BATCH];
      const reviewed = await this.database.rows(REVIEW, asked);
      found = reviewed.length;
      if (found > 0) await this.tell(projectId, reviewed, caller);
    }
    return total;
  }

  private async tell(projectId: string, reviewed: readonly Reviewed[], caller: Caller): Promise<void> {
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
