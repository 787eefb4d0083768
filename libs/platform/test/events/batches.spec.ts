import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsMsg } from '@nats-io/jetstream';
import { type OwnNats, eventually, startOwnNats } from '@pks/testing';
import {
  DeadlineExceeded,
  DeferredEvent,
  InboxEntry,
  type Occurred,
  Overloaded,
  Unavailable,
} from '../../src/index.ts';
import { BatchService, type Words } from '../fixtures/batch-service.ts';
import { said } from '../fixtures/event-service.ts';

const [ONE, OTHER] = [randomUUID(), randomUUID()];

let nats: OwnNats;
let service: BatchService;
beforeEach(async () => {
  nats = await startOwnNats();
  service = await BatchService.open(nats.url);
});
afterEach(async () => {
  await service.close();
  await nats.stop();
});

const numbered = (count: number): Words[] =>
  Array.from({ length: count }, (_each, n) => [n % 2 === 0 ? ONE : OTHER, `word ${n}`]);
const wordsOf = (all: readonly Words[], projectId?: string): string[] =>
  all.filter(([of]) => projectId === undefined || of === projectId).map(([, words]) => words);

async function published(count: number): Promise<void> {
  await eventually('all are published', async () => (await isPublished()) === count);
}

async function isPublished(): Promise<number> {
  const [row]: { count: number }[] = await service.owner.manager.query(
    'SELECT count(*)::integer AS count FROM outbox WHERE stream_sequence IS NOT NULL',
  );
  return row?.count ?? 0;
}

const noted = (count: number): Promise<void> =>
  eventually(`${count} took effect`, async () => (await service.notes()).length >= count);
const deferred = (): Promise<DeferredEvent[]> => service.owner.manager.find(DeferredEvent);
const allAcknowledged = (): Promise<void> =>
  eventually('all are acknowledged', async () => (await service.stream.pendingOf(service.durable)) === 0);

/** Takes events from the stream, as a process that then dies. */
async function delivered(count: number): Promise<JsMsg[]> {
  const consumer = await service.stream.consumer(service.durable, [said.subject]);
  const messages: JsMsg[] = [];
  while (messages.length < count)
    for await (const message of await consumer.fetch({
      max_messages: count - messages.length,
      expires: 5_000,
    }))
      messages.push(message);
  return messages;
}

/** Publishes words, and begins to consume once all of them wait. */
async function sayTogether(all: readonly Words[]): Promise<void> {
  await service.say(...all);
  await published(all.length);
  service.start();
}

describe('events that wait together', () => {
  it('take effect in few transactions, those of a project in their order, each in its own project', async () => {
    const all = numbered(40);
    await sayTogether(all);
    await noted(40);
    await allAcknowledged();
    expect(service.consumed.length).toBeLessThan(20);
    expect(service.consumed.flat()).toEqual(wordsOf(all));
    expect(await service.notes(ONE)).toEqual(wordsOf(all, ONE));
    expect(await service.notes(OTHER)).toEqual(wordsOf(all, OTHER));
    expect(await service.owner.manager.count(InboxEntry)).toBe(40);
    expect(service.handled.filter((handling) => handling === 'handled')).toHaveLength(40);
  });

  it('take effect once where one of them is there twice', async () => {
    const [one, other] = [anEvent([ONE, 'one']), anEvent([OTHER, 'other'])];
    expect(await service.handling.handleTogether([one, other, one])).toBe(true);
    expect(await service.notes()).toEqual(['one', 'other']);
    expect(service.handled).toEqual(['handled', 'handled', 'repeated']);
  });

  it('cannot take effect in the project of another', async () => {
    service.projectOf = ({ payload }) => (payload.words === 'word 3' ? ONE : payload.project_id);
    const all = numbered(6);
    await sayTogether(all);
    await noted(5);
    await eventually('it was deferred', async () => (await deferred()).length === 1);
    expect(await deferred()).toMatchObject([{ payload: { words: 'word 3' } }]);
    expect(await service.notes()).toEqual(wordsOf(all).filter((words) => words !== 'word 3'));
  });

  it('cannot take effect outside of a project', async () => {
    service.projectOf = () => null;
    await sayTogether(numbered(2));
    await eventually('both were deferred', async () => (await deferred()).length === 2);
    expect(await service.notes()).toEqual([]);
  });

  it('do not wait for others: a single one takes effect at once', async () => {
    service.start();
    for (const [of, words] of numbered(3)) {
      await service.say([of, words]);
      await eventually(`${words} took effect`, async () => (await service.notes()).includes(words));
    }
    expect(service.consumed).toEqual([['word 0'], ['word 1'], ['word 2']]);
  });
});

describe('an event that a consumer fails at, among others', () => {
  it('harms none of them, and is a dead letter after its fifth failure, alone', async () => {
    let failures = 0;
    service.onEffect = (words) => {
      if (words !== 'word 7') return;
      failures += 1;
      throw new Error('no');
    };
    const all = numbered(20);
    await sayTogether(all);
    await noted(19);
    await allAcknowledged();
    expect(await service.notes()).toEqual(wordsOf(all).filter((words) => words !== 'word 7'));
    expect(await deferred()).toMatchObject([{ payload: { words: 'word 7' }, failures: 1, deadAt: null }]);
    for (let failed = 1; failed < 5; failed += 1) {
      await service.owner.manager.query('UPDATE deferred_events SET next_attempt_at = now()');
      await eventually('it failed again', async () => (await deferred())[0]?.failures === failed + 1);
    }
    expect(await deferred()).toMatchObject([{ failures: 5, deadAt: expect.any(Date) }]);
    expect(await service.deferred.countDead()).toBe(1);
    expect(service.handled.filter((handling) => handling === 'dead')).toHaveLength(1);
    const together = service.consumed.filter((words) => words.length > 1 && words.includes('word 7'));
    expect(failures).toBe(5 + together.length);
    expect(await service.notes()).toHaveLength(19);
  });
});

describe('an event that was delivered before', () => {
  it('is handled alone: it may be what ended the process', async () => {
    await service.say(...numbered(3));
    for (const message of await delivered(3)) message.nak();
    service.start();
    await noted(3);
    await allAcknowledged();
    expect(service.consumed).toEqual([['word 0'], ['word 1'], ['word 2']]);
  });

  it('20 times is a dead letter at the next, and not tried again', async () => {
    await service.say([ONE, 'poison']);
    for (let deliveries = 0; deliveries < 20; deliveries += 1)
      for (const message of await delivered(1)) message.nak();
    service.start();
    await allAcknowledged();
    expect(await deferred()).toMatchObject([{ payload: { words: 'poison' }, deadAt: expect.any(Date) }]);
    expect(service.consumed).toEqual([]);
  });

  it('as often, because it was fetched together with that one, is tried', async () => {
    await service.say([ONE, 'poison'], ...numbered(3));
    for (let deliveries = 0; deliveries < 20; deliveries += 1)
      for (const message of await delivered(4)) message.nak();
    service.start();
    await allAcknowledged();
    expect(await deferred()).toMatchObject([{ payload: { words: 'poison' }, deadAt: expect.any(Date) }]);
    expect(service.consumed).toEqual([['word 0'], ['word 1'], ['word 2']]);
  });
});

describe('an event that waits for what passes', () => {
  it.each([new Unavailable(), new Overloaded(), new DeadlineExceeded()])(
    'has not failed by itself: $data.kind',
    async (fault) => {
      service.onEffect = () => {
        throw fault;
      };
      expect(await service.handling.handle(anEvent([ONE, 'patient']))).toBe('away');
      expect(await deferred()).toMatchObject([{ payload: { words: 'patient' }, failures: 0 }]);
    },
  );
});

describe('events that took effect together, when the process dies before it acknowledges them', () => {
  it('come again, and do nothing twice', async () => {
    const all = numbered(10);
    await service.say(...all);
    await published(10);
    const messages = await delivered(10);
    expect(await service.handling.handleTogether(messages.map(eventIn))).toBe(true);
    expect(await service.notes()).toEqual(wordsOf(all));
    service.start();
    await allAcknowledged();
    expect(await service.notes()).toEqual(wordsOf(all));
    expect(service.consumed).toEqual([wordsOf(all)]);
    expect(service.handled.filter((handling) => handling === 'repeated')).toHaveLength(10);
  });
});

function anEvent([project_id, words]: Words): Occurred {
  return {
    id: randomUUID(),
    subject: said.subject,
    payload: { project_id, words },
    requestId: 'r',
    occurredAt: new Date(),
  };
}

function eventIn(message: JsMsg): Occurred {
  const { subject, headers } = message;
  const occurredAt = new Date(headers?.get('Occurred-At') ?? '');
  return {
    id: headers?.get('Nats-Msg-Id') ?? '',
    subject,
    payload: message.json(),
    requestId: 'r',
    occurredAt,
  };
}
