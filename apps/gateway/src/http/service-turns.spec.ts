import { beforeEach, describe, expect, it } from '@jest/globals';
import { DeadlineExceeded, failedCallOf } from '@pks/platform/process';
import { TestClock } from '@pks/testing';
import { EarlyRefusals } from './early-refusals.ts';
import { ServiceTurns } from './service-turns.ts';

/** How many calls of one tenant may be under way to a service at a time. */
const MOST_OF_ONE = 48;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let clock: TestClock;
let turns: ServiceTurns;
let begun: string[];
let ends: (() => void)[];
beforeEach(() => {
  clock = new TestClock();
  turns = new ServiceTurns(clock, new EarlyRefusals());
  [begun, ends] = [[], []];
});

const call = (tenant: string, service = 'knowledge'): Promise<string> => {
  const deadline = clock.now().getTime() + 10_000;
  return turns.take({ service, lasts: false, tenant, deadline }, () => {
    begun.push(tenant);
    return new Promise((resolve) => ends.push(() => resolve(tenant)));
  });
};

function throwing(message: string): never {
  throw new Error(message);
}

const flood = (): Promise<string>[] => Array.from({ length: MOST_OF_ONE + 2 }, () => call('a'));

describe('the calls of one tenant at full speed', () => {
  it('wait for each other, and for nobody else', async () => {
    const calls = flood();
    void call('b');
    void call('a', 'identity');
    expect(begun).toEqual([...Array<string>(MOST_OF_ONE).fill('a'), 'b', 'a']);
    ends[0]?.();
    expect(await calls[0]).toBe('a');
    await turn();
    expect(begun).toHaveLength(MOST_OF_ONE + 3);
    for (const end of ends.splice(0)) end();
    await Promise.all(calls.slice(0, MOST_OF_ONE));
  });

  it('are not made when their deadline passes before their turn', async () => {
    const late = Promise.all(
      flood()
        .slice(MOST_OF_ONE)
        .map((waiting) => waiting.catch((error: unknown) => error)),
    );
    clock.advance(10_001);
    ends[0]?.();
    expect(await late).toEqual([expect.any(DeadlineExceeded), expect.any(DeadlineExceeded)]);
    expect((await late).map(failedCallOf)).toEqual(Array(2).fill({ call: 'knowledge', failure: 'no_turn' }));
    expect(begun).toHaveLength(MOST_OF_ONE);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('The service is away.'))],
    ['cannot be sent', () => throwing('The connection is away.')],
  ])('let others begin after one of them %s', async (_what, call) => {
    const deadline = clock.now().getTime() + 10_000;
    const failing = turns.take({ service: 'knowledge', lasts: false, tenant: 'a', deadline }, call);
    const calls = flood();
    await expect(failing).rejects.toThrow('away');
    await turn();
    expect(begun).toHaveLength(MOST_OF_ONE);
    for (const end of ends.splice(0)) end();
    expect(await calls[0]).toBe('a');
  });
});
