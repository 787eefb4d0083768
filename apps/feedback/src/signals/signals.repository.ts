import { Injectable } from '@nestjs/common';
import type { Caller, Sentiment, SignalStatus, Signal as SignalView } from '@pks/contracts';
import { Database, Json, NotFound, Outbox, statement } from '@pks/platform';
import { EVERYBODY } from './signal-count.entity.ts';
import { closed, submitted } from './signal-events.ts';
import { PARTICIPANTS, ROW, type SignalRow, signalJson } from './signal-row.ts';
import { Signal } from './signal.entity.ts';

interface Viewed {
  readonly project: string;
  readonly id: string;
  readonly submitter: string | null;
}

const VIEW = statement<SignalRow, Viewed>(
  'signals_view',
  `SELECT ${ROW} FROM signals s ${PARTICIPANTS}
    WHERE s.project_id = :project AND s.id = :id AND s.given_by_id = coalesce(:submitter::uuid, s.given_by_id)`,
);

const EXISTS = statement<object, Pick<Viewed, 'project' | 'id'>>(
  'signals_exists',
  'SELECT FROM signals WHERE project_id = :project AND id = :id',
);

/** How many signals have a status and a sentiment. */
export interface StatusAndSentimentCount {
  readonly status: SignalStatus;
  readonly sentiment: Sentiment;
  readonly count: number;
}

/** How many conversations, or signals without one, have an open signal, or none. Archived conversations are left out. */
export interface GroupCount {
  readonly is_conversation: boolean;
  readonly is_open: boolean;
  readonly count: number;
}

/** The counts of a project, all of the same moment. */
export interface Counts {
  readonly signals: readonly StatusAndSentimentCount[];
  readonly groups: readonly GroupCount[];
}

const COUNTS = statement<Counts>(
  'signals_counts',
  `SELECT (SELECT coalesce(json_agg(signals), '[]') FROM (
             SELECT status, sentiment, sum(count)::bigint AS count FROM signal_count_parts
              WHERE project_id = $1 AND holder_id = $2 GROUP BY status, sentiment) signals) AS signals,
          (SELECT coalesce(json_agg(groups), '[]') FROM (
             SELECT is_conversation, is_open, sum(count)::bigint AS count FROM signal_group_counts
              WHERE project_id = $1 AND holder_id = $2 AND NOT is_archived GROUP BY is_conversation, is_open) groups) AS groups`,
);

/** Reads and writes signals; each write also adds its events. */
@Injectable()
export class SignalsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The signal as the API shows it. @throws NotFound also for another user's signal, where a submitter is given. */
  async view(project: string, id: string, submitter: string | null = null): Promise<Json<SignalView>> {
    const [row] = await this.database.rows(VIEW, { project, id, submitter });
    if (!row) throw new NotFound();
    return new Json(signalJson(row));
  }

  /** The counts of signals and of their groups that everybody, or one submitter, has in a project. */
  async counts(projectId: string, submitterId: string | null): Promise<Counts> {
    const [counts] = await this.database.rows(COUNTS, [projectId, submitterId ?? EVERYBODY]);
    return counts ?? { signals: [], groups: [] };
  }

  /** Whether anybody's signal in the project has this id. */
  async exists(project: string, id: string): Promise<boolean> {
    return (await this.database.rows(EXISTS, { project, id })).length > 0;
  }

  /** The signal without its context, locked until the end of the transaction. @throws NotFound */
  async lock(projectId: string, id: string): Promise<Signal> {
    const signal = await this.database.lock(Signal, { projectId, id }, 'pessimistic_write');
    if (!signal) throw new NotFound();
    return signal;
  }

  /** Inserts a signal, whose submitter must already be a participant. */
  async insert(signal: Signal, caller: Caller): Promise<void> {
    await this.database.manager.insert(Signal, signal);
    await this.outbox.add([submitted(signal, caller)]);
  }

  /** Stores the columns of a locked signal that can change. The caller, who may be closing it, must already be a participant. */
  async store(signal: Signal, before: SignalStatus, caller: Caller): Promise<void> {
    const { projectId, id, status, sentiment, feedback, size, updatedAt, reviewedAt, reviewedById } = signal;
    const columns = { status, sentiment, feedback, size, updatedAt, reviewedAt, reviewedById };
    await this.database.manager.update(Signal, { projectId, id }, columns);
    if (before !== 'to_review' || status === 'to_review') return;
    await this.outbox.add([closed(signal, caller, updatedAt.toISOString())]);
  }

  /** Deletes a locked signal. */
  async remove(signal: Signal): Promise<void> {
    const { projectId, id } = signal;
    await this.database.manager.delete(Signal, { projectId, id });
  }
}
