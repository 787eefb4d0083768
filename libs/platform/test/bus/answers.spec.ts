import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import type { TestBus } from '@pks/testing';
import { outcomeOf } from '@pks/testing';
import {
  Conflict,
  DeadlineExceeded,
  FAULTS,
  Fault,
  Forbidden,
  Internal,
  Invalid,
  Json,
  NotFound,
  NotPossible,
  Overloaded,
  Unavailable,
  currentCall,
  faultOf,
} from '../../src/index.ts';
import { ANA, type Served, asAna, openBus, serve } from '../fixtures/bus.ts';

let bus: TestBus;
let thrown: Error | undefined;
let seen: unknown;

let served: Served;
beforeAll(async () => {
  bus = await openBus();
  served = await serve({
    make: async (request, caller) => {
      seen = { request, caller, call: currentCall() };
      return { name: request.name };
    },
    list: async ({ limit, offset }) => ({ count: 7, results: [{ name: `${limit} after ${offset}` }] }),
    tallied: async ({ limit }) => ({ count: 7, results: [{ name: `${limit}` }], red: 3 }),
    names: async () => new Json('[{"name":"made  already"}]'),
    removeAll: async () => {
      if (thrown !== undefined) throw thrown;
    },
    greet: async ({ name }, caller) => ({ name: `${name}, ${String(caller)}` }),
    nap: async () => undefined as never,
    big: async () => ({ name: 1n }) as never,
  });
});
afterAll(async () => {
  await served.stop();
  await bus.close();
});

describe('an answer', () => {
  it('is the object that the handler returns for the request and the caller', async () => {
    const { make } = served.things.calls;
    await expect(bus.client.call(make, { name: 'Ünï', colour: 'red' }, asAna())).resolves.toEqual({
      name: 'Ünï',
    });
    expect(seen).toMatchObject({ request: { name: 'Ünï', colour: 'red' }, caller: ANA });
  });

  it('is a page with the total, whose bytes are the bare list', async () => {
    const { list } = served.things.calls;
    const request = { limit: 2, offset: 4 };
    await expect(bus.client.call(list, request, asAna())).resolves.toEqual({
      count: 7,
      results: [{ name: '2 after 4' }],
    });
    const reply = await bus.client.forward(list, request, asAna());
    expect(reply).toMatchObject({ count: 7, replayed: false });
    expect(Buffer.from(reply.body as Uint8Array).toString()).toBe('[{"name":"2 after 4"}]');
  });

  it('is a page with further fields, which are not among the bytes of the list', async () => {
    const { tallied } = served.things.calls;
    const request = { limit: 2, offset: 4 };
    const answer = { count: 7, results: [{ name: '2' }], red: 3 };
    await expect(bus.client.call(tallied, request, asAna())).resolves.toEqual(answer);
    const reply = await bus.client.forward(tallied, request, asAna());
    expect(reply).toMatchObject({ count: 7, beside: '{"red":3}' });
    expect(Buffer.from(reply.body as Uint8Array).toString()).toBe('[{"name":"2"}]');
  });

  it('is the JSON of the handler, unchanged, when it returns JSON', async () => {
    const { names } = served.things.calls;
    const reply = await bus.client.forward(names, {}, asAna());
    expect(Buffer.from(reply.body as Uint8Array).toString()).toBe('[{"name":"made  already"}]');
    await expect(bus.client.call(names, {}, asAna())).resolves.toEqual([{ name: 'made  already' }]);
  });

  it('is empty when the contract says so', async () => {
    thrown = undefined;
    await expect(bus.client.call(served.things.calls.removeAll, {}, asAna())).resolves.toBeUndefined();
  });

  it('is given without a caller only when the call is open', async () => {
    const nobody = { ...asAna(), caller: null };
    const { greet, make } = served.things.calls;
    await expect(bus.client.call(greet, { name: 'Hi' }, nobody)).resolves.toEqual({ name: 'Hi, null' });
    expect(await outcomeOf(bus.client.call(make, { name: 'a', colour: 'red' }, nobody))).toEqual(
      new Forbidden().data,
    );
  });

  it('is a defect when it is empty but the contract declares one', async () => {
    expect(await outcomeOf(bus.client.call(served.things.calls.nap, { ms: 0 }, asAna()))).toEqual(
      new Internal().data,
    );
    expect(served.lines.at(-2)).toMatchObject({
      level: 50,
      err: { message: expect.stringMatching(/nothing/) },
    });
  });

  it('is a defect when it cannot be serialised', async () => {
    expect(await outcomeOf(bus.client.call(served.things.calls.big, { bytes: 0 }, asAna()))).toEqual(
      new Internal().data,
    );
  });
});

describe('a call', () => {
  it('carries its request id and the rest of its time, and no more of it', async () => {
    const context = asAna(3_000);
    await bus.client.call(served.things.calls.make, { name: 'a', colour: 'red' }, context);
    const { call } = seen as { call: { requestId: string; deadline: number } };
    expect(call.requestId).toBe(context.requestId);
    expect(call.deadline).toBeGreaterThan(Date.now());
    expect(call.deadline).toBeLessThanOrEqual(Date.now() + 3_000);
  });

  it('leaves one line in the log, with its request id, its name and its outcome, and one measurement', async () => {
    const context = asAna();
    const { make } = served.things.calls;
    served.answered.length = 0;
    await bus.client.call(make, { name: 'a', colour: 'red' }, context);
    const lines = served.lines.filter((line) => line['request_id'] === context.requestId);
    expect(lines).toEqual([
      expect.objectContaining({ level: 30, call: make.subject, outcome: 'ok', ms: expect.any(Number) }),
    ]);
    expect(served.answered).toEqual([[make.subject, 'ok']]);
  });

  it('outside of another call needs a context', async () => {
    await expect(bus.client.call(served.things.calls.names, {})).rejects.toThrow(/outside a call/);
  });
});

describe('a fault', () => {
  const details = { head_version_number: 3, nested: { list: [1, null] } };
  const examples: Fault[] = [
    Invalid.field('parts.0.name', 'Wrong „so“.'),
    new NotPossible('Not now.'),
    new Forbidden(),
    new NotFound(),
    new Conflict('Another was first.', details),
    new Overloaded(),
    new Unavailable(),
    new DeadlineExceeded(),
    new Internal(),
    ...FAULTS.map((kind) => new Fault({ kind, message: `This is ${kind}.`, fields: { a: ['b'] }, details })),
  ];

  it.each(examples.map((fault) => [fault.data.kind, fault] as const))(
    'of kind %s crosses the bus as data, and is the same at the other end',
    async (_kind, fault) => {
      thrown = fault;
      const call = bus.client.call(served.things.calls.removeAll, {}, asAna());
      await expect(call).rejects.toBeInstanceOf(Fault);
      expect(await outcomeOf(bus.client.call(served.things.calls.removeAll, {}, asAna()))).toEqual(
        fault.data,
      );
    },
  );

  it.each([new Error('the password is hunter2'), 'a text', null, { kind: 'conflict' }])(
    'is internal for anything else that is thrown (%p), which only the log contains',
    async (what) => {
      thrown = what as Error;
      const context = asAna();
      const fault = await outcomeOf(bus.client.call(served.things.calls.removeAll, {}, context));
      expect(fault).toEqual(new Internal().data);
      expect(served.lines).toContainEqual(
        expect.objectContaining({ level: 50, request_id: context.requestId, msg: 'a handler failed' }),
      );
    },
  );

  it('that cannot be serialised is internal', async () => {
    thrown = new Conflict('Odd.', { odd: 1n });
    expect(await outcomeOf(bus.client.call(served.things.calls.removeAll, {}, asAna()))).toEqual(
      new Internal().data,
    );
  });

  it('larger than a message is internal', async () => {
    thrown = new Conflict('x'.repeat(9 * 1024 * 1024));
    expect(await outcomeOf(bus.client.call(served.things.calls.removeAll, {}, asAna()))).toEqual(
      new Internal().data,
    );
  });

  it('of any other error is internal too', () => {
    expect(faultOf(new RangeError('x'))).toEqual(new Internal().data);
  });
});

describe('the log line of a call', () => {
  it('names both users when one acts as another, and no effective user otherwise', async () => {
    const real = { user_id: 'ana', email: 'ana@example.test' };
    const ben = { ...ANA, user_id: 'ben', email: 'ben@example.test' };
    const line = async (caller: Caller): Promise<object | undefined> => {
      const context = { ...asAna(), caller };
      await bus.client.call(served.things.calls.names, {}, context);
      return served.lines.find(({ request_id }) => request_id === context.requestId);
    };
    expect(await line({ ...ben, impersonated_by: real })).toMatchObject({
      user_id: 'ana',
      user_email: 'ana@example.test',
      effective_user_id: 'ben',
      effective_user_email: 'ben@example.test',
    });
    expect(Object.keys((await line(ben)) ?? {})).not.toContain('effective_user_id');
  });
});
