import { Injectable } from '@nestjs/common';
import type { Sentiment, SignalStatus } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { EVERYBODY } from './signal-count.entity.ts';

/** The status and sentiment under which a signal is counted. */
export interface Counted {
  readonly givenById: string;
  readonly status: SignalStatus;
  readonly sentiment: Sentiment;
}

/** How many signals have a status and a sentiment. */
export interface StatusAndSentimentCount {
  readonly status: SignalStatus;
  readonly sentiment: Sentiment;
  readonly count: number;
}

interface Moved {
  readonly project: string;
  readonly submitters: readonly string[];
  readonly statuses: readonly SignalStatus[];
  readonly sentiments: readonly Sentiment[];
  readonly differences: readonly number[];
}

/** Always in the same order, so that no two transactions wait for each other. */
const ADD = statement<StatusAndSentimentCount, Moved>(
  'signal_counts_add',
  `INSERT INTO signal_counts AS known (project_id, holder_id, status, sentiment, count)
   SELECT :project, holder_id, status, sentiment, sum(more)
     FROM unnest(:submitters::uuid[], :statuses::text[], :sentiments::text[], :differences::integer[])
          counted (given_by_id, status, sentiment, more)
    CROSS JOIN LATERAL (VALUES (given_by_id), ('${EVERYBODY}'::uuid)) holders (holder_id)
    GROUP BY holder_id, status, sentiment HAVING sum(more) <> 0
    ORDER BY holder_id, status, sentiment
   ON CONFLICT (project_id, holder_id, status, sentiment) DO UPDATE SET count = known.count + excluded.count`,
);

const READ = statement<StatusAndSentimentCount>(
  'signal_counts_read',
  'SELECT status, sentiment, count FROM signal_counts WHERE project_id = $1 AND holder_id = $2',
);

/** Stores the numbers of signals, so that no list has to count them. */
@Injectable()
export class SignalCountsRepository {
  constructor(private readonly database: Database) {}

  /** Adds to the counts and subtracts from them, in the transaction that changes the signals. */
  async move(projectId: string, removed: readonly Counted[], added: readonly Counted[]): Promise<void> {
    const moved = [
      ...removed.map((one) => ({ ...one, more: -1 })),
      ...added.map((one) => ({ ...one, more: 1 })),
    ];
    const values = {
      project: projectId,
      submitters: moved.map(({ givenById }) => givenById),
      statuses: moved.map(({ status }) => status),
      sentiments: moved.map(({ sentiment }) => sentiment),
      differences: moved.map(({ more }) => more),
    };
    await this.database.rows(ADD, values);
  }

  /** Of a submitter, or of everybody. */
  of(projectId: string, holderId: string): Promise<StatusAndSentimentCount[]> {
    return this.database.rows(READ, [projectId, holderId]);
  }
}
