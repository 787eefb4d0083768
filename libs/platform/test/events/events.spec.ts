import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type OwnNats, eventually, startOwnNats } from '@pks/testing';
import { DeferredEvent, InboxEntry, Throttled, Unavailable } from '../../src/index.ts';
import { EventService } from '../fixtures/event-service.ts';

/** The level of warnings in the log. */
const WARN = 40;

let nats: OwnNats;
let service: EventService;
beforeEach(async () => {
  nats = await startOwnNats();
  service = await EventService.open(nats.url);
});
afterEach(async () => {
  await service.close();
  await nats.stop();
});

const took = (...words: string[]): Promise<void> =>
  eventually(`${words.join()} took effect`, async () => {
    const effects = await service.effects();
    return words.every((word) => effects.includes(word));
  });

const deferred = (): Promise<DeferredEvent[]> => service.database.manager.find(DeferredEvent);

/** An event takes effect in one transaction, and its deferred row is deleted in the next statement. */
const nothingDeferred = (): Promise<void> =>
  eventually('nothing is deferred', async () => (await deferred()).length === 0);

describe('an event', () => {
  it('takes effect once, in the order of publication', async () => {
    await service.say('one', 'two', 'three');
    await took('one', 'two', 'three');
    expect(await service.effects()).toEqual(['one', 'two', 'three']);
    expect(await service.database.manager.count(InboxEntry)).toBe(3);
  });

  it('of a transaction that is not committed has none', async () => {
    const failing = service.database.transaction(async () => {
      await service.say('lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await service.say('kept');
    await took('kept');
    expect(await service.effects()).toEqual(['kept']);
  });

  it('waits while NATS is away, and takes effect once it is back', async () => {
    await service.say('before');
    await took('before');
    await nats.kill();
    await service.say('meanwhile');
    await nats.start();
    await service.say('after');
    await took('meanwhile', 'after');
    expect(await service.effects()).toEqual(['before', 'meanwhile', 'after']);
  });

  it('is not delivered to another process while it takes long', async () => {
    const acknowledgements = await watchAcknowledgements();
    const { promise: isLong, resolve: finish } = Promise.withResolvers<void>();
    service.before = () => isLong;
    await service.say('long');
    await eventually('the stream is told that it is under way', () => acknowledgements.includes('+WPI'));
    finish();
    await took('long');
  });

  it('gives the consumer its request id and its time', async () => {
    const seen: { requestId: string; subject: string; occurredAt: Date }[] = [];
    const begun = Date.now();
    service.before = ({ requestId, occurredAt, subject }) =>
      void seen.push({ requestId, occurredAt, subject });
    await service.say('one');
    await took('one');
    expect(seen).toEqual([
      { requestId: 'none', subject: 'feedback.event.said', occurredAt: expect.any(Date) },
    ]);
    const occurredAt = seen[0]?.occurredAt.getTime() ?? 0;
    expect(occurredAt).toBeGreaterThanOrEqual(begun - 1);
    expect(occurredAt).toBeLessThanOrEqual(Date.now());
  });
});

describe('an event that a consumer fails at', () => {
  it('is retried without delaying the others', async () => {
    let failures = 0;
    service.before = ({ payload }) => {
      if (payload.words === 'bad' && (failures += 1) < 3) throw new Error('not yet');
    };
    await service.say('bad', 'good');
    await took('good');
    await tryNow(1);
    await retryAtOnce();
    await took('bad');
    expect(await service.effects()).toEqual(['good', 'bad']);
    await nothingDeferred();
    expect(service.handled.filter((handling) => handling === 'deferred')).toHaveLength(2);
  });

  it('is a dead letter after five failures, which is logged, and takes effect when it is replayed', async () => {
    let broken = true;
    service.before = () => {
      if (broken) throw new Error('broken');
    };
    await service.say('dead');
    await eventually('it was deferred', async () => (await deferred()).length === 1);
    for (let failures = 1; failures < 5; failures += 1) await tryNow(failures);
    await eventually('it is dead', async () => (await service.deferred.countDead()) === 1);
    const [letter] = await service.deferred.dead(10);
    expect(letter).toMatchObject({
      consumer: 'effects',
      subject: 'feedback.event.said',
      last_error: 'broken',
    });
    await eventually('it is logged', () => service.handled.includes('dead'));
    expect(service.captured.lines).toContainEqual(
      expect.objectContaining({ msg: 'an event is a dead letter', event_id: letter?.event_id }),
    );
    broken = false;
    expect(await service.deferred.replay(letter?.event_id ?? '')).toBe(1);
    await took('dead');
    await nothingDeferred();
  });

  it('by two processes at the same time has failed once', async () => {
    service.before = () => {
      throw new Throttled(3_600);
    };
    await service.say('slow');
    await eventually('it was deferred', async () => (await deferred()).length === 1);
    service.before = async () => {
      await service.database.manager.query('UPDATE deferred_events SET failures = failures + 1');
      throw new Error('broken');
    };
    await retryAtOnce();
    await eventually('it failed', () => service.handled.length === 2);
    expect(await deferred()).toMatchObject([{ failures: 1 }]);
  });

  it('is left to its lease where those before it took long', async () => {
    let now = 0;
    jest.spyOn(service.clock, 'elapsed').mockImplementation(() => now);
    service.before = () => {
      throw new Throttled(3_600);
    };
    await service.say('one', 'two');
    await eventually('both were deferred', async () => (await deferred()).length === 2);
    service.before = () => void (now += 8_000);
    const looked = jest.spyOn(service.deferred, 'takeDue');
    await retryAtOnce();
    await eventually('one took effect', async () => (await service.effects()).length > 0);
    const times = looked.mock.calls.length;
    await eventually('it looks again', () => looked.mock.calls.length > times);
    expect(await service.effects()).toHaveLength(1);
    await retryAtOnce();
    await took('one', 'two');
  });

  it('is never given up because another service was away', async () => {
    let attempts = 0;
    service.before = () => {
      attempts += 1;
      if (attempts <= 6) throw new Unavailable();
    };
    await service.say('patient');
    await eventually('it was tried often', async () => {
      await retryAtOnce();
      return attempts > 6;
    });
    await took('patient');
    expect(service.handled).not.toContain('dead');
  });

  it('is not delivered again while it can neither take effect nor be deferred, and is handled afterwards', async () => {
    const { manager } = service.database;
    let attempts = 0;
    service.before = () => void (attempts += 1);
    await manager.query('ALTER TABLE effects RENAME TO elsewhere');
    await manager.query('ALTER TABLE deferred_events RENAME TO deferred_elsewhere');
    await service.say('patient');
    await eventually('it was tried often', async () => attempts > 3);
    expect(await redelivered()).toBe(0);
    await manager.query('ALTER TABLE deferred_elsewhere RENAME TO deferred_events');
    await manager.query('ALTER TABLE elsewhere RENAME TO effects');
    await took('patient');
    expect(service.handled).toEqual(['handled']);
  });

  it('is left to another process when this one stops, and can store neither', async () => {
    const { manager } = service.database;
    const acknowledgements = await watchAcknowledgements();
    let attempts = 0;
    service.before = () => void (attempts += 1);
    await manager.query('ALTER TABLE effects RENAME TO elsewhere');
    await manager.query('ALTER TABLE deferred_events RENAME TO deferred_elsewhere');
    await service.say('patient');
    await eventually('it was tried', async () => attempts > 0);
    await service.stop();
    await service.connection.native.flush();
    expect(acknowledgements).toContain('-NAK');
  });

  it('because another service was away is warned of only once it has waited a minute', async () => {
    service.before = () => {
      throw new Unavailable();
    };
    const say = (words: string, ago: string) =>
      service.database.manager.query(
        `INSERT INTO outbox (id, subject, payload, created_at)
         VALUES (gen_random_uuid(), 'feedback.event.said', json_build_object('project_id', $1::uuid, 'words', $2::text),
                 now() - $3::interval)`,
        [randomUUID(), words, ago],
      );
    await say('just now', '0');
    await say('for a while', '2 minutes');
    await eventually('both were deferred', async () => (await deferred()).length === 2);
    const warned = () =>
      service.captured.lines.flatMap(({ msg, event_id, level }) =>
        msg === 'event deferred' ? [[event_id, level === WARN]] : [],
      );
    await eventually('both were logged', () => warned().length >= 2);
    const [young, old] = await service.database.manager.find(DeferredEvent, {
      order: { occurredAt: 'DESC' },
    });
    expect(new Map(warned() as [unknown, boolean][])).toEqual(
      new Map([
        [young?.eventId, false],
        [old?.eventId, true],
      ]),
    );
  });

  it('because too much was asked for is retried when there is room again, and never given up', async () => {
    service.before = () => {
      throw new Throttled(3_600);
    };
    await service.say('too much');
    await eventually('it was deferred', async () => (await deferred()).length === 1);
    const [waiting] = await deferred();
    expect(waiting?.failures).toBe(0);
    expect(waiting?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  });

  it('is deferred also when its payload does not match its type', async () => {
    await service.database.manager.query(
      `INSERT INTO outbox (id, subject, payload) VALUES (gen_random_uuid(), 'feedback.event.said', '{"words": 7}')`,
    );
    await service.say('fine');
    await took('fine');
    await eventually('it was deferred', async () => (await deferred()).length === 1);
    expect(await deferred()).toMatchObject([
      { lastError: 'This field is required.', failures: expect.any(Number) },
    ]);
  });
});

describe('a message that is no event', () => {
  const payload = { project_id: randomUUID(), words: 'poison' };
  it.each([
    ['has no JSON', '{"words": ', {}],
    ['has no object', '7', {}],
    ['has null', 'null', {}],
    ['has no id', JSON.stringify(payload), { 'Nats-Msg-Id': '' }],
    ['has an id that is no UUID', JSON.stringify(payload), { 'Nats-Msg-Id': 'poison' }],
    ['has a time that is no date', JSON.stringify(payload), { 'Occurred-At': 'soon' }],
    ['has what cannot be stored', JSON.stringify({ words: '\0' }), {}],
  ])('is logged once, and others take effect in order: one that %s', async (_what, body, changed) => {
    await service.say('before');
    await took('before');
    const notes = headers();
    const usual = { 'Nats-Msg-Id': randomUUID(), 'Occurred-At': new Date().toISOString() };
    for (const [name, value] of Object.entries({ ...usual, ...changed })) if (value) notes.set(name, value);
    await jetstream(service.connection.native).publish('feedback.event.said', body, { headers: notes });
    await service.say('after', 'last');
    await took('last');
    await eventually('nothing is pending', async () => (await unfinished()) === 0);
    expect(await service.effects()).toEqual(['before', 'after', 'last']);
    expect(service.captured.lines.filter(({ msg }) => msg === 'a message is no event')).toHaveLength(1);
    expect(await deferred()).toEqual([]);
  });
});

/** Records the consumers' replies to the stream about events, from now on. */
async function watchAcknowledgements(): Promise<readonly string[]> {
  const told: string[] = [];
  await eventually('it is connected', () => service.connection.connected);
  const { native } = service.connection;
  native.subscribe('$JS.ACK.>', { callback: (_error, message) => void told.push(message.string()) });
  await native.flush();
  return told;
}

/** How many events the consumer has not finished: not received, or not acknowledged. */
async function unfinished(): Promise<number> {
  const manager = await jetstreamManager(service.connection.native);
  const [consumer] = await manager.consumers.list('events').next();
  return (consumer?.num_pending ?? 0) + (consumer?.num_ack_pending ?? 0);
}

/** How many events the consumer received more than once and has not finished. */
async function redelivered(): Promise<number> {
  const manager = await jetstreamManager(service.connection.native);
  const [consumer] = await manager.consumers.list('events').next();
  return consumer?.num_redelivered ?? 0;
}

const retryAtOnce = (): Promise<unknown> =>
  service.database.manager.query('UPDATE deferred_events SET next_attempt_at = now()');

/** Makes the next attempt due immediately, and waits for it to fail. */
async function tryNow(failures: number): Promise<void> {
  await retryAtOnce();
  await eventually(
    `it failed ${failures + 1} times`,
    async () => ((await deferred())[0]?.failures ?? 0) > failures,
  );
}
