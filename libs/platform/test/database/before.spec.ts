import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { type TestBus, eventually, openTestDatabase, outcomeOf } from '@pks/testing';
import {
  type CallContext,
  type Database,
  type Idempotency,
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
let waiting: Promise<void> | undefined;
/** The steps that were done, in order, and whether in a transaction. */
const done: [string, string][] = [];

const note = (what: string): void =>
  void done.push([what, currentTransaction() ? 'in a transaction' : 'outside']);

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  bus = await openBus();
  served = await replica();
});
afterEach(() => {
  refusal = undefined;
  waiting = undefined;
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

/** A replica of the service, with its own subject, so that a request reaches this one. */
function replica(): Promise<Served> {
  const before = {
    make: async ({ name }: { name: string }) => {
      note(`before ${name}`);
      await waiting;
      if (refusal) throw refusal;
      return `prepared ${name}`;
    },
  };
  const make = async ({ name }: { name: string }, _caller: Caller, prepared: string) => {
    note(`${name}, ${prepared}`);
    return { name };
  };
  return serve({ make, before }, { onceOnly: new TransactionalOnceOnly(database) });
}

function idempotencyOf({ idempotency }: CallContext): Idempotency {
  if (!idempotency) throw new Error('The request has no key.');
  return idempotency;
}

const make = (context: CallContext, { things } = served): Promise<unknown> =>
  outcomeOf(bus.client.call(things.calls.make, { name: 'a', colour: 'red' }, context));

describe('work before a call', () => {
  it('runs first, and outside of the transaction of an idempotency key', async () => {
    await make(asAna());
    await make(underKey());
    expect(done).toEqual([
      ['before a', 'outside'],
      ['a, prepared a', 'outside'],
      ['before a', 'outside'],
      ['a, prepared a', 'in a transaction'],
    ]);
  });

  it('is not repeated with its request: a repetition gets the stored response without it', async () => {
    const context = underKey();
    const first = await make(context);
    refusal = new NotFound('User not found');
    expect(await make(context)).toEqual(first);
    expect(done).toEqual([
      ['before a', 'outside'],
      ['a, prepared a', 'in a transaction'],
    ]);
  });

  it('is not begun for another body under the same key', async () => {
    const context = underKey();
    await make(context);
    const other = { ...context, idempotency: { ...idempotencyOf(context), fingerprint: 'other body' } };
    expect(await make(other)).toMatchObject({ kind: 'payload_mismatch' });
    expect(done).toHaveLength(2);
  });

  it('is done once for requests that race at one replica, by the first', async () => {
    const context = underKey();
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = promise;
    const first = make(context);
    await eventually('it has begun', () => done.length === 1);
    expect(await make(context)).toMatchObject({ kind: 'conflict' });
    expect(done).toHaveLength(1);
    resolve();
    expect(await first).toEqual({ answered: { name: 'a' } });
    expect(await make(context)).toEqual({ answered: { name: 'a' } });
    expect(done).toHaveLength(2);
  });

  it('may be done by each of the replicas at which requests race, and the effect is one', async () => {
    const other = await replica();
    const context = underKey();
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = promise;
    const racing = [make(context), make(context, other)];
    await eventually('both have begun', () => done.length === 2);
    resolve();
    const answered = { answered: { name: 'a' } };
    const running = expect.objectContaining({ kind: 'conflict' });
    const outcomes = await Promise.all(racing);
    expect([
      [answered, answered],
      [answered, running],
      [running, answered],
    ]).toContainEqual(outcomes);
    expect(done.filter(([what]) => what.startsWith('a'))).toHaveLength(1);
    await other.stop();
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
