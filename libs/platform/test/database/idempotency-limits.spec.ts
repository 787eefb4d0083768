import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type TestBus, aCaller, beside, openTestDatabase, outcomeOf } from '@pks/testing';
import {
  type CallContext,
  type Database,
  IdempotencyKey,
  IdempotencyUsage,
  type KeyLimits,
  type Outcome,
  TransactionalOnceOnly,
} from '../../src/index.ts';
import { ANA, type Served, asAna, openBus, serve } from '../fixtures/bus.ts';
import { Name, keeperSchema } from '../fixtures/service/keeper.database.ts';

let database: Database;
let close: () => Promise<void>;
let bus: TestBus;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  bus = await openBus();
});
beforeEach(async () => {
  for (const entity of [Name, IdempotencyKey, IdempotencyUsage]) await database.manager.clear(entity);
});
afterAll(async () => {
  await bus.close();
  await close();
});

const underKey = (): CallContext => ({
  ...asAna(),
  idempotency: { key: randomUUID(), fingerprint: 'body', operation: 'POST /things/' },
});
interface Small {
  readonly served: Served;
  readonly onceOnly: TransactionalOnceOnly;
}

const names = async (): Promise<string[]> =>
  (await database.manager.find(Name)).map(({ name }) => name).sort();

describe('what is stored for a user', () => {
  const age = async ({ onceOnly }: Small, interval: string): Promise<void> => {
    await onceOnly.close();
    await database.manager.query(`UPDATE idempotency_usage SET began_at = now() - $1::interval`, [interval]);
  };

  async function within(limits: KeyLimits, run: (small: Small) => Promise<void>): Promise<void> {
    const make = async ({ name }: { readonly name: string }): Promise<{ name: string }> => {
      await database.transaction(() => database.manager.insert(Name, { name }));
      return { name: name.padEnd(100, 'ä') };
    };
    const onceOnly = new TransactionalOnceOnly(database, limits);
    const served = await serve({ make }, { onceOnly });
    await run({ served, onceOnly }).finally(() => served.stop());
    await onceOnly.close();
  }

  const call = ({ served: small }: Small, context: CallContext, name: string): Promise<unknown> =>
    outcomeOf(bus.client.call(small.things.calls.make, { name, colour: 'red' }, context));

  it('is bounded in keys, over all of their credentials and whomever they act as: one more has no effect', () =>
    within({ keys: 3, bytes: 1e9 }, async (small) => {
      const first = underKey();
      const other = { ...underKey(), caller: { ...ANA, credential_id: randomUUID() } };
      const asBen = { ...ANA, user_id: randomUUID(), impersonated_by: ANA };
      await call(small, first, 'a');
      await call(small, other, 'b');
      await call(small, { ...underKey(), caller: asBen }, 'c');
      await age(small, '1 hour');
      for (const caller of [first.caller, other.caller, asBen]) {
        expect(await call(small, { ...underKey(), caller }, 'd')).toEqual({
          kind: 'throttled',
          message: expect.stringMatching(/^Too many requests with an Idempotency-Key within 24 hours\. /),
          retryAfter: expect.closeTo(23 * 60 * 60, -2),
        });
      }
      expect(await call(small, first, 'a')).toMatchObject({
        answered: { name: expect.stringMatching(/^aä/) },
      });
      expect(await call(small, asAna(), 'e')).toMatchObject({ answered: {} });
      const stranger = aCaller();
      expect(await call(small, { ...underKey(), caller: stranger }, 'f')).toMatchObject({ answered: {} });
      expect(await names()).toEqual(['a', 'b', 'c', 'e', 'f']);
    }));

  it('is bounded in bytes of responses', () =>
    within({ keys: 1e9, bytes: 250 }, async (small) => {
      await call(small, underKey(), 'a');
      expect(await call(small, underKey(), 'b')).toMatchObject({ answered: {} });
      expect(await call(small, underKey(), 'c')).toMatchObject({ kind: 'throttled' });
      expect(await names()).toEqual(['a', 'b']);
    }));

  it('counts anew when 24 hours have passed since the first', () =>
    within({ keys: 1, bytes: 1e9 }, async (small) => {
      await call(small, underKey(), 'a');
      expect(await call(small, underKey(), 'b')).toMatchObject({ kind: 'throttled' });
      await age(small, '24 hours 1 second');
      expect(await call(small, underKey(), 'c')).toMatchObject({ answered: {} });
      expect(await call(small, underKey(), 'd')).toMatchObject({ kind: 'throttled' });
      await small.onceOnly.close();
      expect(await call(small, underKey(), 'd')).toMatchObject({ kind: 'throttled' });
      expect(await database.manager.find(IdempotencyUsage)).toMatchObject([{ keys: 1 }]);
      expect(await names()).toEqual(['a', 'c']);
    }));

  it('counts each of many concurrent requests', () =>
    within({ keys: 1e9, bytes: 1e9 }, async (small) => {
      const all = Array.from({ length: 20 }, (_, n) => call(small, underKey(), `n${n}`));
      for (const outcome of await Promise.all(all)) expect(outcome).toMatchObject({ answered: {} });
      await small.onceOnly.close();
      const [usage] = await database.manager.find(IdempotencyUsage);
      const [{ bytes: stored } = { bytes: 0 }] = await database.manager.query<{ bytes: number }[]>(
        'SELECT sum(octet_length(body))::integer AS bytes FROM idempotency_keys',
      );
      expect(usage).toMatchObject({ userId: ANA.user_id, keys: 20, bytes: stored });
    }));

  it('is counted also where it could not be written at first', () =>
    within({ keys: 3, bytes: 1e9 }, async (small) => {
      await call(small, underKey(), 'a');
      await database.manager.query('ALTER TABLE idempotency_usage RENAME COLUMN keys TO away');
      await small.onceOnly.close();
      await database.manager.query('ALTER TABLE idempotency_usage RENAME COLUMN away TO keys');
      await call(small, underKey(), 'b');
      await small.onceOnly.close();
      expect(await database.manager.find(IdempotencyUsage)).toMatchObject([{ keys: 2 }]);
      await call(small, underKey(), 'c');
      expect(await call(small, underKey(), 'd')).toMatchObject({ kind: 'throttled' });
    }));

  it('is counted also for a request that looks while it is being written', () =>
    within({ keys: 1, bytes: 1e9 }, async (small) => {
      await call(small, underKey(), 'a');
      const [looked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const read = database.rows.bind(database);
      const rows = jest.spyOn(database, 'rows').mockImplementation(async (...given) => {
        const found = await read(...given);
        if (given[0].name === 'idempotency-find') {
          looked.resolve();
          await written.promise;
        }
        return found;
      });
      const outcome = call(small, underKey(), 'b');
      await looked.promise;
      await small.onceOnly.close();
      written.resolve();
      expect(await outcome).toMatchObject({ kind: 'throttled' });
      rows.mockRestore();
      expect(await names()).toEqual(['a']);
    }));

  it('is not counted where nothing was stored', () =>
    within({ keys: 1, bytes: 1e9 }, async (small) => {
      await database.manager.insert(Name, { name: 'a' });
      expect(await call(small, underKey(), 'a')).toMatchObject({ kind: 'internal' });
      expect(await call(small, underKey(), 'b')).toMatchObject({ answered: {} });
      expect(await call(small, underKey(), 'c')).toMatchObject({ kind: 'throttled' });
    }));

  it('makes no request of the user wait for another one', () =>
    within({ keys: 10, bytes: 1e9 }, async (small) => {
      await call(small, underKey(), 'a');
      await small.onceOnly.close();
      await database.transaction(async () => {
        await database.manager.query('UPDATE idempotency_usage SET bytes = 0');
        expect(await call(small, underKey(), 'b')).toMatchObject({ answered: {} });
      });
    }));
});

describe('what is stored beside what is due at the commit', () => {
  const COUNTED = `
    CREATE TABLE counts (id integer PRIMARY KEY, names integer NOT NULL);
    INSERT INTO counts VALUES (1, 0);
    CREATE FUNCTION count_name() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN UPDATE counts SET names = names + 1; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER names_counted AFTER INSERT ON names
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_name()`;
  beforeAll(() => database.manager.query(COUNTED));
  afterAll(() => database.manager.query('DROP TABLE counts; DROP FUNCTION count_name() CASCADE'));

  it('locks nothing that another request of the user waits for: it is no deadlock', async () => {
    const onceOnly = new TransactionalOnceOnly(database);
    const keyed = (work: () => Promise<unknown>): Promise<Outcome> => {
      const idempotency = { key: randomUUID(), fingerprint: 'body', operation: 'POST /things/' };
      return onceOnly.run(idempotency, ANA, async () => {
        await work();
        return { ok: true, body: Buffer.from('{}'), replayed: false };
      });
    };
    const outcome = await beside(
      database,
      () => database.manager.query('UPDATE counts SET names = names + 10'),
      () => keyed(() => database.manager.insert(Name, { name: 'a' })),
      () => keyed(() => database.manager.insert(Name, { name: 'b' })),
    );
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(await names()).toEqual(['a', 'b']);
    expect(await database.manager.query('SELECT names FROM counts')).toEqual([{ names: 12 }]);
    await onceOnly.close();
  });
});
