import type pg from 'pg';
import { Bell } from '../time/bell.ts';
import { JOB_TABLE } from './job-table.ts';

/** How often due jobs are looked for. Milliseconds. */
const LOOK_EVERY_MS = 2_000;
/** At most so many are returned to their queues at a time. */
const BATCH = 1_000;

/** Sends a statement in the transaction that adds jobs. */
type Send = (text: string, values: unknown[]) => Promise<unknown>;

/** What is called with the types of the jobs that are due, and with errors. */
export interface LaterJobsCallbacks {
  readonly onDue: (types: ReadonlySet<string>) => void;
  readonly onError: (error: Error) => void;
}

/**
 * Jobs that are due later, set aside until then. A worker looks through all jobs that wait in its queue, by their priorities,
 * so each later one would cost every look. Those that are set aside are found by their time, in an index, and by nothing
 * else. To the library they are `blocked`, as jobs are that wait for other jobs; of those there are none.
 */
export class LaterJobs {
  private readonly bell = new Bell();
  private underWay: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly schema: string,
  ) {}

  /** Sets those of the jobs aside that are due later, in the transaction that added them. */
  async setAside(send: Send, type: string, ids: readonly string[]): Promise<void> {
    const text = `UPDATE ${this.table} SET blocked = true
       WHERE name = $1 AND id = ANY ($2::uuid[]) AND state = 'created' AND start_after > now() AND NOT blocked`;
    await send(text, [type, ids]);
  }

  /** Returns jobs to their queues when they are due, from now on. */
  open(callbacks: LaterJobsCallbacks): void {
    this.underWay ??= this.run(callbacks);
  }

  async close(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    await this.underWay;
  }

  private async run(callbacks: LaterJobsCallbacks): Promise<void> {
    while (!this.stopping) {
      const returned = await this.tryReturn(callbacks);
      if (returned < BATCH && !this.stopping) await this.bell.wait(LOOK_EVERY_MS);
    }
  }

  private async tryReturn({ onDue, onError }: LaterJobsCallbacks): Promise<number> {
    try {
      const due = await this.returnDue();
      if (due.length > 0) onDue(new Set(due.map(({ name }) => name)));
      return due.length;
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      return 0;
    }
  }

  /** Those that another process is returning are left to it. */
  private async returnDue(): Promise<readonly { readonly name: string }[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `UPDATE ${this.table} SET blocked = false
        WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${this.table} WHERE blocked AND state = 'created' AND start_after <= now()
           ORDER BY start_after LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
        RETURNING name`,
    );
    return rows;
  }

  private get table(): string {
    return `${this.schema}.${JOB_TABLE}`;
  }
}
