import { Injectable } from '@nestjs/common';
import type { Caller, Signal as SignalView } from '@pks/contracts';
import { Database, Json, NotFound, Outbox, statement } from '@pks/platform';
import { SignalCountsRepository } from './signal-counts.repository.ts';
import { closed, submitted } from './signal-events.ts';
import { PARTICIPANTS, ROW, type SignalRow, signalJson } from './signal-row.ts';
import { Signal } from './signal.entity.ts';
import { isVisibleTo } from './visibility.ts';

const VIEW = statement<SignalRow>(
  'signals_view',
  `SELECT ${ROW} FROM signals s ${PARTICIPANTS} WHERE s.project_id = $1 AND s.id = $2`,
);

/** What of a signal tells how it was before a change. */
type Before = Pick<Signal, 'status' | 'sentiment'>;

/** Remembers signals, with each write how many there are, and what is told of it. */
@Injectable()
export class SignalsRepository {
  constructor(
    private readonly database: Database,
    private readonly counts: SignalCountsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** The signal as the API shows it. @throws NotFound also for one that he does not see. */
  async view(projectId: string, id: string, caller: Caller): Promise<Json<SignalView>> {
    const [row] = await this.database.rows(VIEW, [projectId, id]);
    if (!row || !isVisibleTo(caller, row.given_by_id)) throw new NotFound();
    return new Json(signalJson(row));
  }

  /** The signal without its context, locked until the end of the transaction. @throws NotFound */
  async lock(projectId: string, id: string): Promise<Signal> {
    const lock = { mode: 'pessimistic_write' } as const;
    const signal = await this.database.manager.findOne(Signal, { where: { projectId, id }, lock });
    if (!signal) throw new NotFound();
    return signal;
  }

  /** Of a caller who is kept as a participant. */
  async insert(signal: Signal, caller: Caller): Promise<void> {
    await this.database.manager.insert(Signal, signal);
    await this.counts.move(signal.projectId, [], [signal]);
    await this.outbox.add([submitted(signal, caller)]);
  }

  /** Writes what may change of a locked signal; who closes it is kept as a participant. */
  async store(signal: Signal, before: Before, caller: Caller): Promise<void> {
    const { projectId, id, status, sentiment, feedback, size, updatedAt, reviewedAt, reviewedById } = signal;
    const columns = { status, sentiment, feedback, size, updatedAt, reviewedAt, reviewedById };
    await this.database.manager.update(Signal, { projectId, id }, columns);
    await this.counts.move(projectId, [{ ...before, givenById: signal.givenById }], [signal]);
    if (before.status !== 'to_review' || status === 'to_review') return;
    await this.outbox.add([closed(signal, caller, updatedAt.toISOString())]);
  }

  /** Deletes a locked signal. */
  async remove(signal: Signal): Promise<void> {
    const { projectId, id } = signal;
    await this.database.manager.delete(Signal, { projectId, id });
    await this.counts.move(projectId, [signal], []);
  }
}
