import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestBus, openTestDatabase, outcomeOf } from '@pks/testing';
import {
  type CallContext,
  type Database,
  IdempotencyKey,
  Invalid,
  NotFound,
  TransactionalOnceOnly,
  Unavailable,
  currentTransaction,
} from '../../src/index.ts';
import { type Served, asAna, openBus, serve } from '../fixtures/bus.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

let database: Database;
let close: () => Promise<void>;
let bus: TestBus;
let served: Served;
let refusal: Error | undefined;
/** What was done, in order, and whether in a transaction. */
const done: [string, string][] = [];

const note = (what: string): void =>
  void done.push([what, currentTransaction() ? 'in a transaction' : 'outside']);

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  bus = await openBus();
  const before = {
    make: async ({ name }: { name: string }) => {
      note(`before ${name}`);
      if (refusal) throw refusal;
    },
  };
  const make = async ({ name }: { name: string }) => {
    note(name);
    return { name };
  };
  served = await serve({ make, before }, { onceOnly: new TransactionalOnceOnly(database) });
});
afterEach(() => {
  refusal = undefined;
  done.length = 0;
});
afterAll(async () => {
  await served.stop();
  await bus.close();
  await close();
});

const underKey = (key: string = randomUUID()): CallContext => ({
  ...asAna(),
  idempotency: { key, fingerprint: 'body', operation: 'POST /things/' },
});

const make = (context: CallContext): Promise<unknown> =>
  outcomeOf(bus.client.call(served.things.calls.make, { name: 'a', colour: 'red' }, context));

describe('work before a call', () => {
  it('runs first, and outside of the transaction of an idempotency key', async () => {
    await make(asAna());
    await make(underKey());
    expect(done).toEqual([
      ['before a', 'outside'],
      ['a', 'outside'],
      ['before a', 'outside'],
      ['a', 'in a transaction'],
    ]);
  });

  it.each([new NotFound('User not found'), Invalid.field('name', 'Taken.'), new Unavailable()])(
    'refuses it by what it throws, which is not recorded: %s',
    async (fault) => {
      const key = randomUUID();
      const context = underKey(key);
      refusal = fault;
      expect(await make(context)).toEqual(fault.data);
      expect(await database.manager.count(IdempotencyKey, { where: { key } })).toBe(0);
      refusal = undefined;
      expect(await make(context)).toEqual({ answered: { name: 'a' } });
    },
  );
});
