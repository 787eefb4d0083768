import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { DeadlineExceeded, Throttled } from '@pks/platform/process';
import { TestClock } from '@pks/testing';
import { LargeBodies } from './large-bodies.ts';

const clock = new TestClock();

class Request {
  readonly response = new ServerResponse(new IncomingMessage(new Socket()));
  outcome: 'waits' | 'parsed' | Error = 'waits';

  constructor(bodies: LargeBodies, tenant: string) {
    bodies.turn({ tenant, response: this.response }).then(
      () => (this.outcome = 'parsed'),
      (error: Error) => (this.outcome = error),
    );
  }

  async answer(): Promise<void> {
    this.response.destroy();
    await EventEmitter.once(this.response, 'close');
    await turn();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function requests(bodies: LargeBodies, tenants: string): Promise<Request[]> {
  const all = [...tenants].map((tenant) => new Request(bodies, tenant));
  await turn();
  return all;
}

const outcomes = (all: readonly Request[]): unknown[] => all.map(({ outcome }) => outcome);

describe('requests with large bodies', () => {
  it('are parsed one at a time, by turns of their tenants', async () => {
    const [a, second, third, b] = await requests(new LargeBodies(60_000, clock), 'aaab');
    if (!a || !second || !third || !b) throw new Error();
    expect(outcomes([a, second, third, b])).toEqual(['parsed', 'waits', 'waits', 'waits']);
    await a.answer();
    expect(outcomes([second, third, b])).toEqual(['waits', 'waits', 'parsed']);
    await b.answer();
    expect(outcomes([second, third])).toEqual(['parsed', 'waits']);
  });

  it('make way when too many wait, the newest of the tenant with the most', async () => {
    const all = await requests(new LargeBodies(60_000, clock), `${'a'.repeat(33)}b`);
    expect(all.at(-1)?.outcome).toBe('waits');
    expect(all.at(-2)?.outcome).toBeInstanceOf(Throttled);
    expect(all.at(-3)?.outcome).toBe('waits');
  });

  it('are given up at their deadline, and hold no place when their client is gone', async () => {
    const bodies = new LargeBodies(10_000, clock);
    const [a, gone, late] = await requests(bodies, 'aab');
    if (!a || !gone || !late) throw new Error();
    await gone.answer();
    clock.advance(9_000);
    await a.answer();
    expect(late.outcome).toBe('parsed');
    await late.answer();
    const [next, overdue] = await requests(bodies, 'ab');
    clock.advance(10_001);
    await next?.answer();
    expect(overdue?.outcome).toBeInstanceOf(DeadlineExceeded);
  });
});
