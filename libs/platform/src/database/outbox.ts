import type { DomainEvent } from '@pks/contracts';
import { v7 } from 'uuid';
import { currentCall } from '../calls/call-context.ts';
import type { Database } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { statement } from './statement.ts';
import { afterCommit, currentTransaction } from './transactions.ts';

const ADD = statement<object, { readonly rows: string; readonly requestId: string }>(
  'outbox_add',
  `INSERT INTO outbox (id, subject, payload, request_id)
   SELECT (event->>'id')::uuid, event->>'subject', event->'payload', :requestId::text
     FROM jsonb_array_elements(:rows::jsonb) event`,
);

/** The condition for rows that are too young to be deleted: the stream still has their messages, except those that it lost. */
export const IS_YOUNG = `created_at > now() - interval '7 days'`;

/** The events of a service: each is a row of the transaction that caused it, so both exist, or neither. */
export class Outbox {
  private wake: () => void = () => undefined;

  constructor(private readonly database: Database) {}

  /** Calls back after each commit of events. */
  onAdded(wake: () => void): void {
    this.wake = wake;
  }

  /**
   * Writes events in the current transaction. @throws Error outside a transaction, where an event could announce
   * something that is never committed.
   */
  async add(events: readonly DomainEvent[]): Promise<void> {
    if (!currentTransaction()) throw new Error('An event is written in the transaction that caused it.');
    const rows = events.map(({ subject, payload }) => ({ id: v7(), subject, payload }));
    const requestId = currentCall()?.requestId ?? 'none';
    await this.database.rows(ADD, { rows: JSON.stringify(rows), requestId });
    afterCommit(this.wake);
  }

  /** Deletes published events older than 7 days, a bounded number per transaction. */
  async forget(): Promise<void> {
    const old = `stream_sequence IS NOT NULL AND NOT ${IS_YOUNG}`;
    await deleteInBatches(this.database, 'outbox', ['id'], old);
  }
}
