import type pg from 'pg';
import { Loop } from '../time/loop.ts';
import { JOB_TABLE } from './job-table.ts';

/** How often due jobs are looked for. Milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** At most so many are returned to their queues at a time. */
const BATCH = 1_000;
/** How often the library tidies up while no job is late. Milliseconds. */
const SUPERVISE_EVERY_MS = 60_000;

/** Sends a statement in the transaction that adds jobs. */
type Send = (text: string, values: unknown[]) => Promise<unknown>;

/** What a look at the jobs leads to. */
export interface JobWatchCallbacks {
  /** Called with the types of which jobs are due, again and again until they are taken. */
  readonly onDue: (types: readonly string[]) => void;
  /** Retries what dead processes left under way, and tidies up. */
  readonly supervise: () => Promise<void>;
  readonly onError: (error: Error) => void;
}

interface Look {
  readonly due: readonly string[];
  readonly returned: number;
  readonly isLate: boolean;
}

/**
 * Looks for jobs that are due, in all queues by one statement: workers that poll for themselves cost a statement each, and the library's
 * supervision several that take longer to plan than to execute.
 *
 * Jobs that are due later are set aside until then. A worker looks through all jobs that wait in its queue, by their priorities,
 * so each later one would cost every look. Those that are set aside are found by their time, in an index, and by nothing
 * else. To the library they are `blocked`, as jobs are that wait for other jobs; of those there are none.
 */
export class JobWatch {
  private readonly loop = new Loop();
  private supervisedAt = -Infinity;

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

  /** Looks for due jobs of some types from now on, and returns jobs that were set aside to their queues. */
  open(types: readonly string[], callbacks: JobWatchCallbacks): void {
    this.loop.open(() => this.tryLook(types, callbacks));
  }

  close(): Promise<void> {
    return this.loop.close();
  }

  private async tryLook(types: readonly string[], callbacks: JobWatchCallbacks): Promise<number> {
    try {
      const { due, returned, isLate } = await this.look(types);
      if (due.length > 0) callbacks.onDue(due);
      if (isLate || performance.now() - this.supervisedAt > SUPERVISE_EVERY_MS) {
        await callbacks.supervise();
        this.supervisedAt = performance.now();
      }
      return returned < BATCH ? LOOK_EVERY_MS : 0;
    } catch (error) {
      callbacks.onError(error instanceof Error ? error : new Error(String(error)));
      return LOOK_EVERY_MS;
    }
  }

  /** Jobs that another process is returning are left to it. A job is late when its process sent no heartbeat, or took too long. */
  private async look(types: readonly string[]): Promise<Look> {
    const { rows } = await this.pool.query<Look>({
      name: 'job_watch_look',
      text: `
        WITH returned AS (
          UPDATE ${this.table} SET blocked = false
           WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM ${this.table} WHERE blocked AND state = 'created' AND start_after <= now()
              ORDER BY start_after LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
          RETURNING name)
        SELECT ARRAY(
                 SELECT name FROM returned
                  UNION
                 SELECT queue.name FROM unnest($1::text[]) AS queue (name)
                  WHERE EXISTS (SELECT 1 FROM ${this.table} j
                                 WHERE j.name = queue.name AND j.state < 'active' AND NOT j.blocked
                                   AND j.start_after <= now())) AS due,
               (SELECT count(*) FROM returned)::integer AS returned,
               EXISTS (SELECT 1 FROM ${this.table}
                        WHERE state = 'active'
                          AND (heartbeat_on + heartbeat_seconds * interval '1 second' < now()
                            OR started_on + expire_seconds * interval '1 second' < now())) AS "isLate"`,
      values: [types],
    });
    const [found] = rows;
    if (!found) throw new Error('The look at the jobs returned no row.');
    return found;
  }

  private get table(): string {
    return `${this.schema}.${JOB_TABLE}`;
  }
}
