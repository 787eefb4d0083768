import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventType } from '@pks/contracts';
import { type OwnNats, eventually, startOwnNats } from '@pks/testing';
import { type Consumer, DeferredEvent, Throttled, Unavailable } from '../../src/index.ts';
import { DeferredEvents } from '../../src/events/deferred-events.ts';
import { DeferredLoop } from '../../src/events/deferred-loop.ts';
import { EventHandling } from '../../src/events/event-handling.ts';
import { Inbox } from '../../src/events/inbox.ts';
import { Bell } from '../../src/time/bell.ts';
import { EventService, said } from '../fixtures/event-service.ts';

/** The pause between two looks for due events, if nothing more may take effect. Milliseconds. */
const POLL_EVERY_MS = 1_000;
const DEBUG = 20;

let nats: OwnNats;
let service: EventService;
/** The steps of the loop, in order: a number for each batch that it takes, `tried` for each event and `wait` for each pause. */
let steps: (number | 'tried' | 'wait')[];
beforeEach(async () => {
  nats = await startOwnNats();
  service = await EventService.open(nats.url);
  steps = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
  await nats.stop();
});

const deferred = (): Promise<number> => service.database.manager.count(DeferredEvent);
const retryAtOnce = (): Promise<unknown> =>
  service.database.manager.query('UPDATE deferred_events SET next_attempt_at = now()');

/** Defers events that a consumer could not handle, none of them due. */
async function defer(words: readonly string[]): Promise<void> {
  service.before = () => {
    throw new Throttled(3_600);
  };
  await service.say(...words);
  await eventually('all are deferred', async () => (await deferred()) === words.length);
}

function watchSteps(): void {
  const takeDue = service.deferred.takeDue.bind(service.deferred);
  jest.spyOn(service.deferred, 'takeDue').mockImplementation(async (consumers) => {
    const due = await takeDue(consumers);
    steps.push(due.length);
    return due;
  });
  const { wait } = Bell.prototype;
  jest.spyOn(Bell.prototype, 'wait').mockImplementation(function (this: Bell, ms) {
    if (ms === POLL_EVERY_MS) steps.push('wait');
    return wait.call(this, ms);
  });
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `word ${n}`);

describe('deferred events', () => {
  it('that wait for something take effect without a pause once it is there', async () => {
    await defer(numbered(100));
    service.before = () => undefined;
    watchSteps();
    await retryAtOnce();
    await eventually('all took effect', async () => (await service.effects()).length === 100);
    await eventually('nothing is deferred', async () => (await deferred()) === 0);
    expect(steps.join(' ')).toContain('20 20 20 20 20');
    expect(new Set(await service.effects())).toEqual(new Set(numbered(100)));
  });

  it('are tried one at a time while what the consumer needs is away', async () => {
    await defer(numbered(50));
    service.before = () => {
      steps.push('tried');
      throw new Unavailable();
    };
    watchSteps();
    const waits = () => steps.filter((step) => step === 'wait').length;
    jest.spyOn(service.clock, 'elapsed').mockImplementation(() => POLL_EVERY_MS * waits());
    await retryAtOnce();
    await eventually('it was tried some times', () => steps.filter((step) => step === 'tried').length >= 3);
    const looks = steps.join(' ').split('wait');
    expect(looks.filter((look) => look.split('tried').length > 2)).toEqual([]);
    service.before = () => undefined;
    await eventually('all took effect', async () => (await service.effects()).length === 50);
  });

  it('take effect also where one of them never finds what it needs', async () => {
    await defer(['never', ...numbered(30)]);
    service.before = ({ payload }) => {
      if (payload.words === 'never') throw new Unavailable();
    };
    await retryAtOnce();
    await eventually('all others took effect', async () => (await service.effects()).length === 30);
    expect(await deferred()).toBe(1);
  });
});

describe('deferred events of several consumers', () => {
  const deferring = new Set<string>();
  let loop: DeferredLoop;
  /** The calls with which the loop takes events, and the consumers of each. */
  let taken: jest.Spied<DeferredEvents['takeDue']>;
  let effective: string[];
  let onEffect: () => void;

  beforeEach(() => {
    deferring.clear();
    effective = [];
    onEffect = () => undefined;
    const { database, clock, captured } = service;
    const deferredEvents = new DeferredEvents(database);
    taken = jest.spyOn(deferredEvents, 'takeDue');
    const parts = { inbox: new Inbox(database), deferred: deferredEvents, log: captured.log, clock };
    const handlingOf = (name: string) =>
      new EventHandling(name, [said], consumerOf(name), { ...parts, onHandled: () => undefined });
    loop = new DeferredLoop(deferredEvents, ['first', 'second'].map(handlingOf), captured.log, clock);
  });
  afterEach(() => loop.close());

  const consumerOf = (name: string): Consumer<EventType> => ({
    consume: async (_event, once) => {
      if (deferring.has(name)) throw new Unavailable();
      await once(async () => void effective.push(name));
      onEffect();
    },
  });

  /** Defers events of a consumer that have been due for some seconds. */
  async function due(consumer: string, count: number, seconds: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const { subject, payload } = said.of({ project_id: randomUUID(), words: 'late' });
      const occurred = { id: randomUUID(), subject, payload, requestId: 'none', occurredAt: new Date() };
      await service.deferred.add(consumer, occurred, { error: 'away', counts: false });
    }
    await service.database.manager.query(
      `UPDATE deferred_events SET next_attempt_at = now() - $2 * interval '1 second' WHERE consumer = $1`,
      [consumer, seconds],
    );
  }

  it('take effect without waiting for those of a consumer that lacks something', async () => {
    deferring.add('first');
    await due('first', 45, 10);
    await due('second', 1, 5);
    jest.spyOn(service.clock, 'elapsed').mockReturnValue(0);
    loop.open();
    await eventually('it took effect', () => effective.includes('second'));
    expect(taken.mock.calls.slice(0, 2)).toEqual([[['first', 'second']], [['second']]]);
  });

  it('are due at once for another process when this one stops before it has tried them', async () => {
    await due('first', 3, 10);
    const stopped = new Promise<void>((resolve) => {
      onEffect = () => resolve(loop.close());
    });
    loop.open();
    await stopped;
    expect(effective).toEqual(['first']);
    const left = await service.database.manager.find(DeferredEvent);
    expect(left.map(({ nextAttemptAt }) => nextAttemptAt.getTime() <= Date.now())).toEqual([true, true]);
  });

  it('are left alone where this process does not have their consumer', async () => {
    await due('gone', 1, 10);
    await due('first', 1, 5);
    loop.open();
    await eventually('that of another took effect', () => effective.includes('first'));
    await eventually('it looked again', () => taken.mock.calls.length > 1);
    const [gone] = await service.database.manager.findBy(DeferredEvent, { consumer: 'gone' });
    expect(gone?.nextAttemptAt.getTime()).toBeLessThan(Date.now());
  });
});

describe('the log of deferred events', () => {
  const logged = () => service.captured.lines.filter(({ level }) => Number(level) > DEBUG);
  const deferrals = () => logged().filter(({ msg }) => msg === 'event deferred');
  const unavailable = () => {
    throw new Unavailable();
  };

  it('has one line a minute for all that wait for the same thing', async () => {
    service.before = unavailable;
    await service.say(...numbered(50));
    await eventually('all are deferred', async () => (await deferred()) === 50);
    await eventually('some were tried again', () => service.handled.length > 52);
    expect(logged().length).toBeLessThan(5);
    const [first] = deferrals();
    expect(first).toMatchObject({ consumer: 'effects', attempts: 1, reason: new Unavailable().message });
    expect(first).not.toHaveProperty('err');
  });

  it('says in each line how many attempts there were since the last one', async () => {
    let now = 0;
    jest.spyOn(service.clock, 'elapsed').mockImplementation(() => now);
    service.before = unavailable;
    await service.say(...numbered(9));
    await eventually('all are deferred', async () => (await deferred()) === 9);
    now = 60_000;
    await service.say('later');
    await eventually('it is logged again', () => deferrals().length === 2);
    expect(Number(deferrals()[1]?.['attempts'])).toBeGreaterThanOrEqual(9);
  });

  it('has each failure that counts, with where it happened', async () => {
    service.before = () => {
      throw new Error('broken');
    };
    await service.say('one', 'two');
    await eventually('both are logged', () => deferrals().length >= 2);
    expect(new Set(deferrals().map(({ event_id }) => event_id)).size).toBe(2);
    expect(deferrals()[0]).toMatchObject({ err: { message: 'broken', stack: expect.any(String) } });
  });
});
