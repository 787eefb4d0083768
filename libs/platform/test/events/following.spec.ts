import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OwnNats, eventually, silentLog, startOwnNats } from '@pks/testing';
import { BusConnection } from '../../src/index.ts';
import { following, isBefore, rewoundTo } from '../../src/events/durable-consumer.ts';
import { EventStream } from '../../src/events/event-stream.ts';

const NAME = 'a-consumer';
const [SAID, HEARD, READ] = ['feedback.event.said', 'feedback.event.heard', 'agents.event.read'];

let nats: OwnNats;
let connection: BusConnection;
let stream: EventStream;
beforeEach(async () => {
  nats = await startOwnNats();
  connection = new BusConnection(nats.url, 'feedback', silentLog());
  connection.open();
  await eventually('it is connected', () => connection.connected);
  stream = new EventStream(connection, { replicas: 1 }, silentLog());
});
afterEach(async () => {
  await connection.close();
  await nats.stop();
});

/** Publishes events with these subjects. */
async function publish(...subjects: string[]): Promise<void> {
  for (const subject of subjects) {
    const event = { subject, payload: JSON.stringify(subject), occurredAt: new Date().toISOString() };
    await stream.publish({ ...event, id: randomUUID(), requestId: 'r' });
  }
}

/** The events that a process with these subjects receives next, and acknowledges, and whether each concerns it. */
async function receive(subjects: string[]): Promise<[subject: string, concerns: boolean][]> {
  stream.forget();
  const consumer = await stream.consumer(NAME, subjects);
  const { config } = await consumer.info(true);
  const received: [string, boolean][] = [];
  for await (const message of await consumer.fetch({ max_messages: 20, expires: 1_000 })) {
    received.push([message.subject, !isBefore(config, message.subject, message.seq)]);
    message.ack();
  }
  return received;
}

describe('a consumer', () => {
  it('of one subject receives its events alone, also those from before it existed', async () => {
    await publish(HEARD, SAID, READ);
    expect(await receive([SAID])).toEqual([[SAID, true]]);
    await publish(HEARD, SAID);
    expect(await receive([SAID])).toEqual([[SAID, true]]);
  });

  it('of several subjects of a service receives no events of others', async () => {
    await publish(HEARD, READ, SAID);
    const received = await receive([SAID, HEARD]);
    expect(received).toEqual([
      [HEARD, true],
      [SAID, true],
    ]);
  });

  it.each([
    ['of the same service', HEARD],
    ['of another service', READ],
  ])('that follows another subject later, %s, handles none of its past events', async (_which, later) => {
    await publish(SAID, later);
    expect(await receive([SAID])).toEqual([[SAID, true]]);
    await publish(later, SAID);
    const received = await receive([SAID, later]);
    expect(received.filter(([, concerns]) => concerns)).toEqual([[SAID, true]]);
    await publish(later, SAID);
    expect(await receive([SAID, later])).toEqual([
      [later, true],
      [SAID, true],
    ]);
  });

  it('that follows another subject later does not handle the last of its past events', async () => {
    await publish(SAID, HEARD);
    const info = await (await stream.consumer(NAME, [SAID])).info();
    const config = { ...info.config, ...following(info, [SAID, HEARD], 2) };
    expect([2, 3].map((sequence) => isBefore(config, HEARD, sequence))).toEqual([true, false]);
  });

  it('that has to begin again earlier handles all from there on, of every subject', async () => {
    await publish(SAID, SAID, SAID);
    await receive([SAID]);
    await receive([SAID, HEARD]);
    const info = await (await stream.consumer(NAME, [SAID, HEARD])).info();
    const handles = (from: number, sequence: number): boolean =>
      !isBefore({ ...info.config, ...rewoundTo(from, info) }, HEARD, sequence);
    expect([handles(2, 1), handles(2, 2)]).toEqual([false, true]);
    expect([handles(9, 3), handles(9, 4)]).toEqual([false, true]);
  });

  it('goes on receiving what a process of another version needs', async () => {
    expect(await receive([SAID, HEARD])).toEqual([]);
    expect(await receive([SAID])).toEqual([]);
    await publish(HEARD);
    expect(await receive([SAID, HEARD])).toEqual([[HEARD, true]]);
  });
});
