import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestBus, eventually } from '@pks/testing';
import { ChunkedBody, DeadlineExceeded, JsonPage, Overloaded } from '../../src/index.ts';
import { type Served, asAna, faultOf, openBus, serve } from '../fixtures/bus.ts';

const LARGE = 8 * 1024 * 1024;

let bus: TestBus;
let served: Served;
/** How often it was told that a page is not held any more. */
let told = 0;

beforeAll(async () => {
  bus = await openBus();
});
afterEach(async () => {
  await served.stop();
  told = 0;
});
afterAll(() => bus.close());

async function serving(bytes: number, underWayBytes = 2 * LARGE): Promise<void> {
  const page = Buffer.from(`[{"name":"${'x'.repeat(bytes)}"}]`);
  const list = async () => new JsonPage<{ name: string }>(1, page, () => (told += 1));
  served = await serve({ list }, { chunks: { underWayBytes } });
}

const forward = () => bus.client.forward(served.things.calls.list, { limit: 1, offset: 0 }, asAna(bus));

async function chunked(): Promise<ChunkedBody> {
  const { body } = await forward();
  if (body instanceof ChunkedBody) return body;
  throw new Error('The reply came whole.');
}

const untilTold = (): Promise<void> => eventually('it is told', () => told > 0);

describe('what is to be done after a page', () => {
  it('is done once a short one is on its way', async () => {
    await serving(5);
    await forward();
    await untilTold();
    expect(told).toBe(1);
  });

  it('is done once a long one is taken, and not before', async () => {
    await serving(LARGE);
    const body = await chunked();
    await bus.connection.flush();
    expect(told).toBe(0);
    await body.whole();
    await untilTold();
    expect(told).toBe(1);
  });

  it('is done when the receiver wants no more of it', async () => {
    await serving(LARGE);
    for await (const chunk of await chunked()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await untilTold();
    expect(told).toBe(1);
  });

  it('is done when too much is being sent already', async () => {
    await serving(LARGE, LARGE);
    const first = await chunked();
    expect(await faultOf(forward())).toEqual(new Overloaded().data);
    expect(told).toBe(1);
    await first.whole();
    await eventually('both are told of', () => told === 2);
  });

  it('is done at once when the call was over before there was an answer', async () => {
    let release = (): void => undefined;
    const page = Buffer.alloc(LARGE, 'x');
    const list = async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return new JsonPage<{ name: string }>(1, page, () => (told += 1));
    };
    served = await serve({ list }, { chunks: { creditTimeoutMs: 600_000 } });
    const call = bus.client.forward(served.things.calls.list, { limit: 1, offset: 0 }, asAna(bus, 100));
    expect(await faultOf(call)).toEqual(new DeadlineExceeded().data);
    release();
    await untilTold();
    expect(told).toBe(1);
  });
});
