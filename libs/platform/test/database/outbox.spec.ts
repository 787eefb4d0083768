import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openTestDatabase } from '@pks/testing';
import type { QueryRunner } from 'typeorm';
import { type Database, Outbox, OutboxEvent } from '../../src/index.ts';
import { CREATE_OUTBOX, RELAY_OUTBOX } from '../fixtures/platform-tables.ts';

const JOINED = { subject: 'things.event.joined', payload: { id: 'a' } };

class CreateOutbox1795219200001 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_OUTBOX);
    await runner.query(RELAY_OUTBOX);
  }

  async down(): Promise<void> {}
}

let database: Database;
let outbox: Outbox;
let close: () => Promise<void>;

beforeAll(async () => {
  const options = { schema: 'outboxes', entities: [OutboxEvent], migrations: [CreateOutbox1795219200001] };
  ({ database, close } = await openTestDatabase(options));
  outbox = new Outbox(database);
});
afterAll(() => close());
beforeEach(async () => {
  await database.manager.clear(OutboxEvent);
});

const kept = (): Promise<OutboxEvent[]> => database.manager.find(OutboxEvent, { order: { id: 'ASC' } });

describe('the outbox', () => {
  it('keeps the events of a committed transaction, in order, each under an id of its own', async () => {
    await database.transaction(() => outbox.add([JOINED, { ...JOINED, payload: { id: 'b' } }]));
    const events = await kept();
    expect(events).toMatchObject([JOINED, { payload: { id: 'b' } }]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });

  it('keeps nothing of one that is not committed', async () => {
    const failing = database.transaction(async () => {
      await outbox.add([JOINED]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await kept()).toEqual([]);
  });

  it('accepts no event outside of a transaction', async () => {
    await expect(outbox.add([JOINED])).rejects.toThrow('written in the transaction');
    expect(await kept()).toEqual([]);
  });

  it('deletes what was published and is older than 7 days, however much it is, 1,000 per transaction', async () => {
    await database.manager.query(`
      INSERT INTO outbox (id, subject, payload, stream_sequence, created_at)
      SELECT gen_random_uuid(), 'old', '{}', n, now() - interval '7 days 1 minute' FROM generate_series(1, 2500) n`);
    await database.transaction(() => outbox.add([JOINED]));
    const transactions = jest.spyOn(database, 'transaction');
    await outbox.forget();
    expect(transactions).toHaveBeenCalledTimes(3);
    transactions.mockRestore();
    expect(await kept()).toMatchObject([JOINED]);
  });
});
