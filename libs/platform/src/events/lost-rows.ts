import { validate } from 'uuid';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { EventStream } from './event-stream.ts';

/** So many events are looked at: more of them say nothing else. */
const MOST = 1_000;
/** Rows live a day longer at least. Milliseconds. */
const HAVE_ROWS_MS = 6 * 24 * 60 * 60_000;

const IS_STORED = statement<{ id: string }>('outbox_is_stored', 'SELECT id FROM outbox WHERE id = $1');

/**
 * How many events the stream has of a service, after the last one that its outbox has recorded, and PostgreSQL does not: it lost its
 * newest transactions, as where a standby that was behind has taken the place of the primary. A thousand stands for more.
 */
export async function countLostRows(
  database: Database,
  stream: EventStream,
  lastRecorded: number,
): Promise<number> {
  let [lost, sequence] = [0, lastRecorded];
  for (let seen = 0; seen < MOST; seen += 1) {
    const event = await stream.eventAfter(sequence, database.options.schema);
    if (!event) break;
    const hasRow = Date.now() - event.occurredAt.getTime() < HAVE_ROWS_MS && validate(event.id);
    if (hasRow && (await database.rows(IS_STORED, [event.id])).length === 0) lost += 1;
    ({ sequence } = event);
  }
  return lost;
}
