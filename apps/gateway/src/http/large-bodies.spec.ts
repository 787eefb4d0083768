import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, jest } from '@jest/globals';
import { DeadlineExceeded, SystemClock, Throttled } from '@pks/platform/process';
import { TestClock, eventually } from '@pks/testing';
import { beginAnswer } from './answering.ts';
import { LargeBodies } from './large-bodies.ts';

const clock = new TestClock();

class Request {
  readonly response = new ServerResponse(new IncomingMessage(new Socket()));
  outcome: 'waits' | 'parsed' | Error = 'waits';

  constructor(bodies: LargeBodies, tenant: string) {
    bodies.turn({ tenant, response: this.response, bytes: 300_000 }).then(
      () => (this.outcome = 'parsed'),
      (error: Error) => (this.outcome = error),
    );
  }

  async answer(): Promise<void> {
    this.response.destroy();
    await EventEmitter.once(this.response, 'close');
  }

  async comesTo(outcome: string): Promise<void> {
    await eventually(`it comes to ${outcome}`, () => this.outcome === outcome);
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function requests(bodies: LargeBodies, tenants: string): Promise<Request[]> {
  const all = [...tenants].map((tenant) => new Request(bodies, tenant));
  await turn();
  return all;
}

const outcomes = (all: readonly Request[]): unknown[] => all.map(({ outcome }) => outcome);

describe('large bodies that arrive', () => {
  it('take turns, one of a user at a time, until it has arrived, its client is gone, or it is slow', async () => {
    const bodies = new LargeBodies(60_000, clock);
    const reading: IncomingMessage[] = [];
    const begin = async (user: string): Promise<void> => {
      const request = new IncomingMessage(new Socket());
      await bodies.arrival(user, request);
      reading.push(request);
    };
    const all = [...'aaaab'].map(begin);
    await turn();
    expect(reading).toHaveLength(2);
    reading[0]?.push(null);
    reading[0]?.resume();
    await all[1];
    reading[2]?.socket.destroy();
    await all[2];
    expect(reading).toHaveLength(4);
    await all[3];
  });

  it.each([
    [{ 'content-length': '262144' }, false],
    [{ 'content-length': '262145' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
    [{}, false],
  ])('are those of more than 256 KiB, or of unknown length: %j', (headers, isLarge) => {
    expect(LargeBodies.isLarge(Object.assign(new IncomingMessage(new Socket()), { headers }))).toBe(isLarge);
  });
});

describe('requests with large bodies', () => {
  it('are parsed one at a time, by turns of their tenants', async () => {
    const [a, second, third, b] = await requests(new LargeBodies(60_000, clock), 'aaab');
    if (!a || !second || !third || !b) throw new Error();
    expect(outcomes([a, second, third, b])).toEqual(['parsed', 'waits', 'waits', 'waits']);
    await a.answer();
    await b.comesTo('parsed');
    expect(outcomes([second, third])).toEqual(['waits', 'waits']);
    await b.answer();
    await second.comesTo('parsed');
    expect(third.outcome).toBe('waits');
  });

  it('let the next begin when their answer does, whether or not it is read', async () => {
    const [a, b] = await requests(new LargeBodies(60_000, clock), 'ab');
    if (a) beginAnswer(a.response);
    await b?.comesTo('parsed');
  });

  it('let the next begin when their answer takes longer than a request may', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const bodies = new LargeBodies(10_000, new SystemClock());
      await requests(bodies, 'a');
      jest.advanceTimersByTime(10);
      const [b] = await requests(bodies, 'b');
      jest.advanceTimersByTime(9_990);
      await turn();
      expect(b?.outcome).toBe('parsed');
    } finally {
      jest.useRealTimers();
    }
  });

  it('make way when too many wait, the newest of the tenant with the most', async () => {
    const all = await requests(new LargeBodies(60_000, clock), `${'a'.repeat(33)}b`);
    expect(all.at(-1)?.outcome).toBe('waits');
    expect(all.at(-2)?.outcome).toBeInstanceOf(Throttled);
    expect(all.at(-3)?.outcome).toBe('waits');
  });

  it('are given up at their deadline, and hold no place when their client is gone', async () => {
    const bodies = new LargeBodies(60_000, clock);
    const [a, gone, late] = await requests(bodies, 'aab');
    if (!a || !gone || !late) throw new Error();
    await gone.answer();
    clock.advance(59_000);
    await a.answer();
    await late.comesTo('parsed');
    await late.answer();
    await gone.comesTo('parsed');
    const [next, overdue] = await requests(bodies, 'aa');
    await next?.comesTo('parsed');
    clock.advance(60_001);
    await next?.answer();
    await eventually('it is given up', () => overdue?.outcome !== 'waits');
    expect(overdue?.outcome).toBeInstanceOf(DeadlineExceeded);
  });
});
