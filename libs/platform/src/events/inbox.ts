import type { Database } from '../database/database.ts';
import { forgetOld } from '../database/forget-old.ts';
import { statement } from '../database/statement.ts';

const HANDLED = statement<{ event_id: string }>(
  'inbox_handled',
  'SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = $2',
);
const HANDLE = statement<{ event_id: string }>(
  'inbox_handle',
  'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
);

/** What consumers of this service have done. */
export class Inbox {
  constructor(private readonly database: Database) {}

  async has(consumer: string, eventId: string): Promise<boolean> {
    return (await this.database.rows(HANDLED, [consumer, eventId])).length > 0;
  }

  /** Does the effect of an event and notes it, in one transaction; nothing when it is noted already. */
  once(consumer: string, eventId: string, effect: () => Promise<void>): Promise<void> {
    return this.database.transaction(async () => {
      const [first] = await this.database.rows(HANDLE, [consumer, eventId]);
      if (first) await effect();
    });
  }

  /** Drops what can come no more: a row of an outbox lives 7 days, and its message 8 days after the last publishing. */
  forget(): Promise<void> {
    const key = ['consumer', 'event_id'];
    return forgetOld(this.database, 'inbox', key, `handled_at < now() - interval '16 days'`);
  }
}
