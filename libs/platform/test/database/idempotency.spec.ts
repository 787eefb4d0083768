import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestBus, aCaller, eventually, openTestDatabase, outcomeOf } from '@pks/testing';
import {
  type CallContext,
  type Database,
  Fault,
  type FaultData,
  type Idempotency,
  IdempotencyKey,
  IdempotencyUsage,
  Invalid,
  NotFound,
  ReplayedFault,
  TransactionalOnceOnly,
  Unavailable,
  afterCommit,
  violates,
} from '../../src/index.ts';
import { ANA, type Served, asAna, openBus, serve } from '../fixtures/bus.ts';
import { Name, keeperSchema } from '../fixtures/service/keeper.database.ts';

type Then = (name: string) => unknown;

let database: Database;
let close: () => Promise<void>;
let onceOnly: TransactionalOnceOnly;
let bus: TestBus;
let served: Served;
let then: Then = () => undefined;
let runs = 0;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  onceOnly = new TransactionalOnceOnly(database);
  bus = await openBus();
  const insert = async (name: string): Promise<{ name: string }> => {
    runs += 1;
    await database.transaction(() => database.manager.insert(Name, { name }));
    await then(name);
    return { name: `${name} ${runs}` };
  };
  served = await serve(
    {
      make: ({ name }) => insert(name),
      list: async () => ({ count: 41, results: [await insert('list')] }),
      removeAll: async () => void (await insert('nothing')),
      issue: ({ name }) => insert(name),
      big: async () => ({ name: (await insert('big')).name.padEnd(2_000_000, 'ä') }),
    },
    { onceOnly, concurrency: 8 },
  );
});
beforeEach(async () => {
  then = () => undefined;
  runs = 0;
  await onceOnly.close();
  await database.manager.clear(Name);
  await database.manager.clear(IdempotencyKey);
  await database.manager.clear(IdempotencyUsage);
});
afterAll(async () => {
  await served.stop();
  await bus.close();
  await close();
});

function underKey(more: Partial<Idempotency> = {}): CallContext {
  return {
    ...asAna(),
    idempotency: { key: randomUUID(), fingerprint: 'body', operation: 'POST /things/', ...more },
  };
}

function make(context: CallContext, name = 'a'): Promise<unknown> {
  return outcomeOf(bus.client.call(served.things.calls.make, { name, colour: 'red' }, context));
}

const names = async (): Promise<string[]> =>
  (await database.manager.find(Name)).map(({ name }) => name).sort();
const records = (): Promise<number> => database.manager.count(IdempotencyKey);

async function bytes(context: CallContext, call: 'make' | 'list' | 'removeAll' | 'big') {
  const { [call]: rpc } = served.things.calls;
  const requests = {
    make: { name: 'a', colour: 'red' as const },
    list: { limit: 1, offset: 0 },
    removeAll: {},
    big: { bytes: 0 },
  };
  const { body, ...reply } = await bus.client.forward(rpc, requests[call], context);
  const whole = body instanceof Uint8Array ? body : await body.whole();
  return { ...reply, text: Buffer.from(whole).toString() };
}

describe('a request under an idempotency key', () => {
  it.each(['make', 'list', 'removeAll', 'big'] as const)(
    'takes effect once, and the repetition gets the same bytes, marked as replayed (%s)',
    async (call) => {
      const context = underKey();
      const first = await bytes(context, call);
      const second = await bytes({ ...context, requestId: 'another' }, call);
      expect(first.replayed).toBe(false);
      expect(second).toEqual({ ...first, replayed: true });
      expect(runs).toBe(1);
      expect(await names()).toHaveLength(1);
    },
  );

  it('is a different request under another key, operation or credential, and for another effective user', async () => {
    const context = underKey();
    const { idempotency } = context;
    if (!idempotency) throw new Error();
    const caller = aCaller();
    const asBen = { ...ANA, user_id: 'ben', impersonated_by: ANA };
    await make(context, 'a');
    await make({ ...context, idempotency: { ...idempotency, key: 'other' } }, 'b');
    await make({ ...context, idempotency: { ...idempotency, operation: 'POST /others/' } }, 'c');
    await make({ ...context, caller }, 'd');
    await make({ ...context, caller: asBen }, 'e');
    expect(await make({ ...context, caller: asBen }, 'f')).toEqual({ answered: { name: 'e 5' } });
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is refused with another body, whatever the outcome of the first', async () => {
    const mismatch = { kind: 'payload_mismatch', message: expect.any(String) };
    for (const outcome of [undefined, new NotFound()]) {
      await database.manager.clear(Name);
      then = () => {
        if (outcome) throw outcome;
      };
      const context = underKey();
      await make(context);
      const other = { ...context.idempotency, fingerprint: 'other body' } as Idempotency;
      expect(await make({ ...context, idempotency: other }, 'b')).toEqual(mismatch);
    }
    expect(runs).toBe(2);
  });

  it('is refused while the first one runs, which it does not hinder', async () => {
    const context = underKey();
    let release = (): void => undefined;
    then = () => new Promise<void>((resolve) => (release = resolve));
    const first = make(context);
    await eventually('the first runs', () => runs === 1);
    const others = await Promise.all([make(context), make(context), make(context)]);
    expect(others).toEqual(
      Array(3).fill({ kind: 'conflict', message: expect.stringMatching(/still running/), retryAfter: 1 }),
    );
    release();
    expect(await first).toEqual({ answered: { name: 'a 1' } });
    expect(await make(context)).toEqual({ answered: { name: 'a 1' } });
    expect(runs).toBe(1);
  });

  it('takes effect once however many run concurrently', async () => {
    const context = underKey();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => make(context)));
    const good = outcomes.filter((outcome) => Object.hasOwn(outcome as object, 'answered'));
    expect(good.length).toBeGreaterThan(0);
    expect(new Set(good.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(runs).toBe(1);
    expect(await names()).toEqual(['a']);
  });

  it('is repeated however many come at once after the first', async () => {
    const context = underKey();
    const idempotency = { ...context.idempotency, fingerprint: 'other body' } as Idempotency;
    const both = () => Promise.all([make(context), make({ ...context, idempotency })]);
    const [first, refused] = [await make(context), await make({ ...context, idempotency })];
    const repetitions = await Promise.all(Array.from({ length: 15 }, both));
    expect(new Set(repetitions.map((pair) => JSON.stringify(pair)))).toEqual(
      new Set([JSON.stringify([first, refused])]),
    );
  });

  it('runs again after 24 hours, and is stored again', async () => {
    const context = underKey();
    await make(context);
    await database.manager.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second'`,
    );
    const other = { ...context.idempotency, fingerprint: 'other body' } as Idempotency;
    expect(await make({ ...context, idempotency: other }, 'b')).toEqual({ answered: { name: 'b 2' } });
    expect(await make({ ...context, idempotency: other }, 'b')).toEqual({ answered: { name: 'b 2' } });
    expect(await names()).toEqual(['a', 'b']);
    expect(await records()).toBe(1);
  });

  it('is still replayed shortly before', async () => {
    const context = underKey();
    await make(context);
    await database.manager.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '23 hours 59 minutes'`,
    );
    expect(await make(context)).toEqual({ answered: { name: 'a 1' } });
    expect(runs).toBe(1);
  });

  it('may have a key and an operation as long as they can be', async () => {
    const noise = (length: number) => Array.from({ length }, () => Math.random().toString(36)[2]).join('');
    const context = underKey({ key: noise(255), operation: `POST /${noise(6_000)}/` });
    expect(await make(context)).toEqual({ answered: { name: 'a 1' } });
    expect(await make(context)).toEqual({ answered: { name: 'a 1' } });
  });

  it('is not stored when no one may repeat it', async () => {
    expect(await make({ ...underKey(), caller: null })).toMatchObject({ kind: 'forbidden' });
    expect(await records()).toBe(0);
  });
});

describe('a refusal under an idempotency key', () => {
  const odd: FaultData = {
    kind: 'conflict',
    message: 'Odd \u0000 \ud800 "so".',
    fields: { zebra: ['z'], a: ['a'], '1': ['one'] },
    details: { z: [1, { b: null, a: 2 }], aa: 'x' },
  };
  it.each<[string, Fault]>([
    ['not found', new NotFound()],
    ['invalid', Invalid.field('name', 'Taken.')],
    ['of details, to the letter', new Fault(odd)],
  ])('is stored and replayed, with its effects rolled back: %s', async (_what, fault) => {
    const context = underKey();
    const done: string[] = [];
    then = () => {
      afterCommit(() => done.push('told'));
      throw fault;
    };
    const request = { name: 'a', colour: 'red' as const };
    const first: unknown = await bus.client
      .call(served.things.calls.make, request, context)
      .catch((error: unknown) => error);
    const second: unknown = await bus.client
      .call(served.things.calls.make, request, context)
      .catch((error: unknown) => error);
    expect(first).not.toBeInstanceOf(ReplayedFault);
    expect(second).toBeInstanceOf(ReplayedFault);
    expect(JSON.stringify((second as Fault).data)).toBe(JSON.stringify((first as Fault).data));
    expect(JSON.stringify((first as Fault).data)).toBe(JSON.stringify(fault.data));
    expect(runs).toBe(1);
    expect(await names()).toEqual([]);
    expect(done).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['a defect', () => fail(new Error('defect'))],
    ['a fault of what is away', () => fail(new Unavailable())],
    ['an overload further on', () => fail(new Fault({ kind: 'overloaded', message: 'Later.' }))],
    ['too large', () => fail(new Fault({ kind: 'too_large', message: 'Full.' }))],
    ['a deadline', () => fail(new Fault({ kind: 'deadline_exceeded', message: 'Later.' }))],
    ['a limit of its rate', () => fail(new Fault({ kind: 'throttled', message: 'Later.' }))],
  ])('is not stored when it is %s: the repetition runs', async (_what, failing) => {
    const context = underKey();
    then = failing;
    expect(await make(context)).not.toHaveProperty('answered');
    expect(await names()).toEqual([]);
    expect(await records()).toBe(0);
    then = () => undefined;
    expect(await make(context)).toEqual({ answered: { name: 'a 2' } });
  });
});

function fail(error: Error): never {
  throw error;
}

describe('a request under an idempotency key whose connection PostgreSQL ends', () => {
  it('before the commit has no effect, and is unavailable; the repetition runs', async () => {
    const context = underKey();
    then = async () => {
      await database.manager.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    };
    expect(await make(context)).toEqual(new Unavailable().data);
    expect(await names()).toEqual([]);
    then = () => undefined;
    expect(await make(context)).toEqual({ answered: { name: 'a 2' } });
    expect(await make(context)).toEqual({ answered: { name: 'a 2' } });
  });
});

describe('a handler that handles a violated constraint', () => {
  it('does the same under a key as without one', async () => {
    const insert = (name: string) => database.transaction(() => database.manager.insert(Name, { name }));
    const other = await serve(
      {
        make: async ({ name }) => {
          try {
            await insert(name);
            return { name };
          } catch (error) {
            if (!violates(error, 'names_pkey')) throw error;
            await insert(`${name}-2`);
            return { name: `${name}-2` };
          }
        },
      },
      { onceOnly },
    );
    const call = (context: CallContext, name: string) =>
      bus.client.call(other.things.calls.make, { name, colour: 'red' }, context);
    for (const name of ['plain', 'keyed']) {
      const context = () => (name === 'keyed' ? underKey() : asAna());
      expect(await call(context(), name)).toEqual({ name });
      expect(await call(context(), name)).toEqual({ name: `${name}-2` });
    }
    expect(await names()).toEqual(['keyed', 'keyed-2', 'plain', 'plain-2']);
    await other.stop();
  });
});

describe('calls made by a call', () => {
  it('do not carry its key: two of them are two', async () => {
    const inner: unknown[] = [];
    const outer = await serve(
      {
        make: async ({ name }) => {
          const call = (inside: string) =>
            bus.client.call(served.things.calls.make, { name: inside, colour: 'red' });
          inner.push(await call('b'), await call('c'));
          return { name };
        },
      },
      { onceOnly },
    );
    const context = underKey();
    await bus.client.call(outer.things.calls.make, { name: 'a', colour: 'red' }, context);
    expect(inner).toEqual([{ name: 'b 1' }, { name: 'c 2' }]);
    await outer.stop();
  });
});

describe('records older than a day', () => {
  it('are deleted, all of them and nothing else', async () => {
    const contexts = [underKey(), underKey()];
    for (const [n, context] of contexts.entries()) await make(context, `${n}`);
    await database.manager.query(
      `INSERT INTO idempotency_keys (credential_id, operation, key, fingerprint, body, created_at)
       SELECT gen_random_uuid(), 'POST /', n::text, 'f', '', now() - interval '25 hours' FROM generate_series(1, 2500) n`,
    );
    expect(await records()).toBe(2_502);
    await database.manager.query(
      `INSERT INTO idempotency_usage (user_id, began_at, keys, bytes)
       SELECT gen_random_uuid(), now() - interval '25 hours', 1, 1 FROM generate_series(1, 1500)`,
    );
    await Promise.all([onceOnly.forget(), onceOnly.forget()]);
    expect(await records()).toBe(2);
    await onceOnly.close();
    expect(await database.manager.find(IdempotencyUsage)).toMatchObject([{ userId: ANA.user_id, keys: 2 }]);
    expect(await make(contexts[0] ?? asAna(), '0')).toEqual({ answered: { name: '0 1' } });
  });
});

describe('without a key', () => {
  it('a request runs each time, and nothing is stored', async () => {
    await make(asAna(), 'a');
    await make(asAna(), 'b');
    expect(runs).toBe(2);
    expect(await records()).toBe(0);
  });
});

describe('an answer that contains a secret', () => {
  const issue = (context: CallContext) =>
    outcomeOf(bus.client.call(served.things.calls.issue, { name: 'secret' }, context));

  it('is given once and stored nowhere; a repetition has no effect and is refused as already shown', async () => {
    const context = underKey();
    expect(await issue(context)).toEqual({ answered: { name: 'secret 1' } });
    const [record] = await database.manager.find(IdempotencyKey);
    expect(record).toMatchObject({ body: Buffer.alloc(0), count: null });
    expect(JSON.stringify(record)).not.toContain('secret 1');
    for (let n = 0; n < 2; n += 1) {
      expect(await issue(context)).toEqual({
        kind: 'conflict',
        message: 'This request was carried out; its answer holds a secret that was shown once.',
      });
    }
    expect(runs).toBe(1);
  });

  it('that was not given, because the call failed, is given to the repetition', async () => {
    const context = underKey();
    then = () => {
      throw new Unavailable();
    };
    expect(await issue(context)).toMatchObject({ kind: 'unavailable' });
    then = () => undefined;
    expect(await issue(context)).toEqual({ answered: { name: 'secret 2' } });
  });

  it('that is a refusal is replayed', async () => {
    const context = underKey();
    then = () => {
      throw new NotFound();
    };
    for (let n = 0; n < 2; n += 1) expect(await issue(context)).toMatchObject({ kind: 'not_found' });
  });
});
