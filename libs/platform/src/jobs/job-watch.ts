import type pg from 'pg';
import { Loop } from '../time/loop.ts';
import { JOB_TABLE } from './job-table.ts';

/** How often to look for due jobs. Milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** The most jobs that are returned to their queues at a time. */
const BATCH = 1_000;
/** How often the library tidies up while no job is late. Milliseconds. */
const SUPERVISE_EVERY_MS = 60_000;

/** Sends a statement in the transaction that adds jobs. */
type Send = (text: string, values: unknown[]) => Promise<unknown>;

/** Called after a look at the jobs. */
export interface JobWatchCallbacks {
  /** Called with the types that have due jobs, again and again until these are taken. */
  readonly onDue: (types: readonly string[]) => void;
  /** Retries jobs that dead processes left under way, and tidies up. */
  readonly supervise: () => Promise<void>;
  readonly onError: (error: Error) => void;
}

interface Look {
  readonly due: readonly string[];
  readonly returned: number;
  readonly isLate: boolean;
}

/**
 * Looks for due jobs in all queues with one statement: workers that poll for themselves cost a statement each, and the library's
 * supervision costs several that take longer to plan than to execute.
 *
 * Jobs that are due later are set aside until then. A worker looks through all waiting jobs of its queue, by their priorities, so each
 * later job would slow every look down. Jobs that are set aside are found only by their time, in an index. To the library they are
 * `blocked`, like jobs that wait for other jobs, of which there are none.
 */
export class JobWatch {
  private readonly loop = new Loop();
  private supervisedAt = -Infinity;

  constructor(
    private readonly pool: pg.Pool,
    private readonly schema: string,
  ) {}

  /** Sets those jobs aside that are due later, in the transaction that added them. */
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

  /** Leaves jobs that another process is returning to that process. A job is late if its process sent no heartbeat, or took too long. */
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
