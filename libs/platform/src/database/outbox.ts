import type { DomainEvent } from '@pks/contracts';
import { v7 } from 'uuid';
import type { Database } from './database.ts';
import { OutboxEvent } from './outbox-event.entity.ts';
import { currentTransaction } from './transactions.ts';

const BATCH = 1000;
const FORGET = `
  WITH forgotten AS (
    DELETE FROM outbox WHERE id IN (
      SELECT id FROM outbox WHERE created_at < now() - interval '7 days' LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING 1)
  SELECT count(*)::integer AS rows FROM forgotten`;

/** The events of a service: each is a row of the transaction that caused it, so both are there, or neither. */
export class Outbox {
  constructor(private readonly database: Database) {}

  /** Writes the events in the transaction under way. @throws Error outside of one: such an event could tell of nothing. */
  async add(events: readonly DomainEvent[]): Promise<void> {
    if (!currentTransaction()) throw new Error('An event is written in the transaction that caused it.');
    await this.database.manager.insert(
      OutboxEvent,
      events.map((event) => ({ id: v7(), ...event })),
    );
  }

  /** Drops what is older than 7 days, a bounded number of rows in a transaction. */
  async forget(): Promise<void> {
    while ((await this.forgetSome()) === BATCH);
  }

  private async forgetSome(): Promise<number> {
    return this.database.transaction(async () => {
      const [forgotten]: { rows: number }[] = await this.database.manager.query(FORGET);
      return forgotten?.rows ?? 0;
    });
  }
}
