import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestBus, eventually } from '@pks/testing';
import {
  type CallContext,
  Fault,
  NotFound,
  Overloaded,
  Unavailable,
  currentCall,
  failedCallOf,
  within,
} from '../../src/index.ts';
import { type Served, type Things, asAna, openBus, ownThings, serve } from '../fixtures/bus.ts';

/** The level of warnings. */
const WARN = 40;
/** Naps of this length fail with this error. */
const FAULTS: Readonly<Record<number, () => Error>> = {
  1: () => new Unavailable(),
  2: () => new Overloaded(),
  3: () => new NotFound(),
  4: () => new Error('a defect'),
};

let bus: TestBus;
/** A service that fails as a nap's length requires, or answers once `rested` resolves. */
let needed: Served;
let rested: PromiseWithResolvers<void>;

beforeAll(async () => {
  bus = await openBus();
});
beforeEach(async () => {
  rested = Promise.withResolvers();
  needed = await serve({
    nap: async ({ ms }) => {
      const fault = FAULTS[ms];
      if (fault) throw fault();
      await rested.promise;
      return { name: 'rested' };
    },
  });
});
afterEach(() => {
  rested.resolve();
  return needed.stop();
});
afterAll(() => bus.close());

async function errorOf(
  things: Things,
  ms: number,
  context: CallContext | undefined = asAna(60_000),
): Promise<unknown> {
  return bus.client.call(things.calls.nap, { ms }, context).catch((error: unknown) => error);
}

describe('a call that fails', () => {
  it.each([
    ['by the fault that its service answered with', 1, 'unavailable'],
    ['so also when it is overloaded', 2, 'overloaded'],
    ['and when it has a defect', 4, 'internal'],
  ])('is known with its error, %s', async (_how, ms, failure) => {
    const context = asAna(60_000);
    const failed = failedCallOf(await errorOf(needed.things, ms, context));
    expect(failed).toEqual({ call: needed.things.calls.nap.subject, requestId: context.requestId, failure });
  });

  it('is known when nobody serves it, when there is no answer by its deadline, and when that has passed', async () => {
    const nobody = failedCallOf(await errorOf(ownThings(), 5));
    const silent = failedCallOf(await errorOf(needed.things, 5, asAna(300)));
    const late = failedCallOf(await errorOf(needed.things, 5, asAna(-1)));
    expect([nobody, silent, late].map((one) => one?.failure)).toEqual([
      'nobody_there',
      'no_answer',
      'no_time_left',
    ]);
  });

  it('is not known where its caller is to blame', async () => {
    const error = await errorOf(needed.things, 3);
    expect(error).toBeInstanceOf(Fault);
    expect(failedCallOf(error)).toBeUndefined();
  });
});

describe('a service that needs another', () => {
  /** Calls the other service in the call that is served, or in another one, as shared look-ups do. */
  async function linesOf(ms: number, sharedWith?: CallContext) {
    const serving = await serve({
      greet: async () => {
        await bus.client.call(needed.things.calls.nap, { ms }, sharedWith ?? currentCall());
        return { name: 'never' };
      },
    });
    const context = asAna(60_000);
    await bus.client.call(serving.things.calls.greet, { name: 'a' }, context).catch(() => undefined);
    await eventually('it is recorded', () => serving.lines.some(({ outcome }) => outcome !== undefined));
    await serving.stop();
    return { context, lines: serving.lines.filter(({ level }) => Number(level) >= WARN) };
  }

  it('logs which call failed, under the id of the request, and of the one for which it was made', async () => {
    const failed = { failed_call: needed.things.calls.nap.subject, failure: 'unavailable' };
    const msg = 'a call could not be carried out';
    const { context, lines } = await linesOf(1);
    expect(lines).toEqual([
      expect.objectContaining({ request_id: context.requestId, ...failed, level: WARN, msg }),
    ]);
    expect(lines[0]).not.toHaveProperty('failed_request_id');
    const other = asAna(60_000);
    const shared = await within(other, () => linesOf(1, other));
    expect(shared.lines).toEqual([
      expect.objectContaining({
        request_id: shared.context.requestId,
        failed_request_id: other.requestId,
        ...failed,
      }),
    ]);
  });

  it('logs nothing above info where that is overloaded', async () => {
    expect((await linesOf(2)).lines).toEqual([]);
  });
});
