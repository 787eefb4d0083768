import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import { outcomeOf } from '@pks/testing';
import type { MakeThing } from './../fixtures/things.contract.ts';
import type { TestBus } from '@pks/testing';
import { type Served, asAna, openBus, serve } from '../fixtures/bus.ts';

let bus: TestBus;
let served: Served;
const seen: MakeThing[] = [];

beforeAll(async () => {
  bus = await openBus();
  served = await serve({
    make: async (request) => {
      seen.push(request);
      return { name: request.name };
    },
  });
});
afterAll(async () => {
  await served.stop();
  await bus.close();
});

/** Sends a request that the types would not allow. */
async function make(request: unknown): Promise<unknown> {
  return outcomeOf(bus.client.call(served.things.calls.make, request as MakeThing, asAna()));
}

describe('a request', () => {
  it('is validated by the class of its contract before the handler is called, which never sees an invalid one', async () => {
    seen.length = 0;
    expect(await make({ name: 'x'.repeat(11), colour: 'blue', parts: [{ name: 'p' }, {}], more: 1 })).toEqual(
      {
        kind: 'invalid',
        message: 'Ensure this field has no more than 10 characters.',
        fields: {
          name: ['Ensure this field has no more than 10 characters.'],
          colour: ['"blue" is not a valid choice.'],
          'parts.1.name': ['This field is required.'],
          more: ['Unknown field.'],
        },
      },
    );
    expect(seen).toEqual([]);
  });

  it('reaches the handler with its defaults, trimmed', async () => {
    seen.length = 0;
    expect(await make({ name: ' lamp ' })).toEqual({ answered: { name: 'lamp' } });
    expect(seen).toEqual([{ name: 'lamp', colour: 'red' }]);
  });

  it.each([[null], [[]], ['text'], [5]])('that is not an object (%p) is refused', async (request) => {
    expect(await make(request)).toMatchObject({
      kind: 'invalid',
      fields: { non_field_errors: ['Expected a JSON object.'] },
    });
  });

  it('larger than a message may be is refused before it is sent', async () => {
    expect(await make({ name: 'a', payload: 'x'.repeat(7 * 1024 * 1024) })).toMatchObject({
      kind: 'invalid',
      fields: { non_field_errors: ['The request is too large.'] },
    });
  });

  it('of 4 MiB arrives', async () => {
    seen.length = 0;
    const payload = 'ä"\n'.repeat(1_000_000);
    expect(await make({ name: 'a', payload })).toEqual({ answered: { name: 'a' } });
    expect(seen[0]?.payload === payload).toBe(true);
  });
});
