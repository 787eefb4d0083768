import { Injectable } from '@nestjs/common';
import type { Sentiment, SignalStatus } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { EVERYBODY } from './signal-count.entity.ts';
import type { CountOfBoth } from './summed-counts.ts';

/** What a signal counts as. */
export interface Counted {
  readonly givenById: string;
  readonly status: SignalStatus;
  readonly sentiment: Sentiment;
}

/** Always in the same order, so that no two transactions wait for each other. */
const ADD = statement<CountOfBoth>(
  'signal_counts_add',
  `INSERT INTO signal_counts AS known (project_id, holder_id, status, sentiment, count)
   SELECT $1, holder_id, status, sentiment, sum(more)
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::integer[]) counted (given_by_id, status, sentiment, more)
    CROSS JOIN LATERAL (VALUES (given_by_id), ('${EVERYBODY}'::uuid)) holders (holder_id)
    GROUP BY holder_id, status, sentiment HAVING sum(more) <> 0
    ORDER BY holder_id, status, sentiment
   ON CONFLICT (project_id, holder_id, status, sentiment) DO UPDATE SET count = known.count + excluded.count`,
);

const READ = statement<CountOfBoth>(
  'signal_counts_read',
  'SELECT status, sentiment, count FROM signal_counts WHERE project_id = $1 AND holder_id = $2',
);

/** Remembers how many signals there are; nobody counts them. */
@Injectable()
export class SignalCountsRepository {
  constructor(private readonly database: Database) {}

  /** Counts signals that are there from now on, and leaves out those that are not any more; in the transaction that changes them. */
  async move(projectId: string, gone: readonly Counted[], come: readonly Counted[]): Promise<void> {
    const moved = [...gone.map((one) => ({ ...one, more: -1 })), ...come.map((one) => ({ ...one, more: 1 }))];
    const columns = [
      moved.map(({ givenById }) => givenById),
      moved.map(({ status }) => status),
      moved.map(({ sentiment }) => sentiment),
      moved.map(({ more }) => more),
    ];
    await this.database.rows(ADD, [projectId, ...columns]);
  }

  /** Of a submitter, or of everybody. */
  of(projectId: string, holderId: string): Promise<CountOfBoth[]> {
    return this.database.rows(READ, [projectId, holderId]);
  }
}
