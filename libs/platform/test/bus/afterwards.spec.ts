import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestBus, eventually, outcomeOf } from '@pks/testing';
import { ChunkedBody, DeadlineExceeded, JsonPage, Overloaded } from '../../src/index.ts';
import { type Served, asAna, openBus, serve } from '../fixtures/bus.ts';

const LARGE = 8 * 1024 * 1024;

let bus: TestBus;
let served: Served;
/** How often the page was released. */
let released = 0;

beforeAll(async () => {
  bus = await openBus();
});
afterEach(async () => {
  await served.stop();
  released = 0;
});
afterAll(() => bus.close());

async function serving(bytes: number, underWayBytes = 2 * LARGE): Promise<void> {
  const page = Buffer.from(`[{"name":"${'x'.repeat(bytes)}"}]`);
  const list = async () => new JsonPage<{ name: string }>(1, page, () => (released += 1));
  served = await serve({ list }, { chunks: { underWayBytes } });
}

const forward = () => bus.client.forward(served.things.calls.list, { limit: 1, offset: 0 }, asAna());

async function chunked(): Promise<ChunkedBody> {
  const { body } = await forward();
  if (body instanceof ChunkedBody) return body;
  throw new Error('The reply came whole.');
}

const untilReleased = (): Promise<void> => eventually('it is released', () => released > 0);

describe('the release of a page', () => {
  it('happens once a short one is sent', async () => {
    await serving(5);
    await forward();
    await untilReleased();
    expect(released).toBe(1);
  });

  it('happens once a long one is received, and not before', async () => {
    await serving(LARGE);
    const body = await chunked();
    await bus.connection.flush();
    expect(released).toBe(0);
    await body.whole();
    await untilReleased();
    expect(released).toBe(1);
  });

  it('happens when the receiver cancels it', async () => {
    await serving(LARGE);
    for await (const chunk of await chunked()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await untilReleased();
    expect(released).toBe(1);
  });

  it('happens when too much is being sent already', async () => {
    await serving(LARGE, LARGE);
    const first = await chunked();
    expect(await outcomeOf(forward())).toEqual(new Overloaded().data);
    expect(released).toBe(1);
    await first.whole();
    await eventually('both are released', () => released === 2);
  });

  it('happens immediately when the call was over before there was an answer', async () => {
    const [begun, answering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const page = Buffer.alloc(LARGE, 'x');
    const list = async () => {
      begun.resolve();
      await answering.promise;
      return new JsonPage<{ name: string }>(1, page, () => (released += 1));
    };
    served = await serve({ list }, { chunks: { creditTimeoutMs: 600_000 } });
    const call = bus.client.forward(served.things.calls.list, { limit: 1, offset: 0 }, asAna(2_000));
    const outcome = outcomeOf(call);
    await begun.promise;
    expect(await outcome).toEqual(new DeadlineExceeded().data);
    answering.resolve();
    await untilReleased();
    expect(released).toBe(1);
  });
});
