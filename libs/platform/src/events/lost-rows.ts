import { validate } from 'uuid';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { EventStream } from './event-stream.ts';

/** The most events that are examined: more would not change the conclusion. */
const MOST = 1_000;
/** Rows in the outbox live at least a day longer. Milliseconds. */
const HAVE_ROWS_MS = 6 * 24 * 60 * 60_000;

const IS_STORED = statement<{ id: string }>('outbox_is_stored', 'SELECT id FROM outbox WHERE id = $1');

/**
 * How many events of a service, after the last one that its outbox has recorded, are in the stream but not in PostgreSQL: it lost
 * its newest transactions, as when a standby that was behind replaced the primary. 1,000 stands for more, too.
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
