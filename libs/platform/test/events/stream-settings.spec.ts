import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type JetStreamManager, type StreamConfig, jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { SERVICE_NAMES } from '@pks/contracts';
import { type GuardedNats, OBSERVER, eventually, startGuardedNats, startOwnNats } from '@pks/testing';
import { BusConnection } from '../../src/index.ts';
import { EventStream } from '../../src/events/event-stream.ts';
import { STORED, STREAM, STREAM_KEEPER, STREAM_UPDATE } from '../../src/events/stream-subjects.ts';
import { type LogLine, capturedLog } from '../fixtures/captured-log.ts';

const CLOSED = 'feedback.event.signal-closed';
const CONSUMER = 'feedback-emails';
/** Settings that no release has. */
const STRANGE = { no_ack: true, max_msgs: 1_000, allow_rollup_hdrs: true };

let nats: GuardedNats;
let closing: (() => Promise<void>)[];
beforeEach(async () => {
  nats = await startGuardedNats();
  closing = [() => nats.server.stop()];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

interface Service {
  readonly stream: EventStream;
  readonly connection: BusConnection;
  readonly lines: readonly LogLine[];
}

/** A service that uses the stream, by default with its user of NATS. */
async function serviceAt(name: string, url = nats.urlFor(name)): Promise<Service> {
  const { log, lines } = capturedLog();
  const connection = new BusConnection(url, name, log);
  closing.push(() => connection.close());
  connection.open();
  await eventually('it is connected', () => connection.connected);
  const stream = new EventStream(connection, { replicas: 1, isKeeper: name === STREAM_KEEPER }, log);
  return { stream, connection, lines };
}

/** A service that wants each event stored by three servers, when there is only one. */
async function demanding(): Promise<Service> {
  const service = await serviceAt('feedback');
  const { log, lines } = capturedLog();
  return { ...service, stream: new EventStream(service.connection, { replicas: 3 }, log), lines };
}

async function managerOf(url?: string): Promise<JetStreamManager> {
  const { connection } = await serviceAt(OBSERVER.name, url);
  return jetstreamManager(connection.native, { checkAPI: false });
}

/** Publishes an event; the first service that needs the stream creates it. */
function publish(stream: EventStream): Promise<number> {
  const occurredAt = new Date().toISOString();
  return stream.publish({ id: randomUUID(), subject: CLOSED, payload: '{}', requestId: 'r', occurredAt });
}

/** Opens the stream again, as after a failure. */
function again(stream: EventStream): EventStream {
  stream.forget();
  return stream;
}

const settingsOf = async (manager: JetStreamManager): Promise<StreamConfig> =>
  (await manager.streams.info(STREAM)).config;

describe('the settings of the stream', () => {
  it('are those of whichever service creates it, which all have', async () => {
    const feedback = await serviceAt('feedback');
    await publish(feedback.stream);
    const keeper = await serviceAt(STREAM_KEEPER);
    expect(await keeper.stream.firstSequence()).toBe(1);
    const settings = { subjects: [...STORED], max_age: nanos(8 * 24 * 60 * 60_000) };
    expect(await settingsOf(await managerOf())).toMatchObject(settings);
    expect([...feedback.lines, ...keeper.lines]).toEqual([]);
  });

  it('may be those of another release: services use the stream and log it once, and identity updates it', async () => {
    const manager = await managerOf();
    await manager.streams.add({ name: STREAM, subjects: [...STORED], max_age: nanos(60_000) });
    const { stream, lines } = await serviceAt('feedback');
    expect(await publish(stream)).toBe(1);
    expect(await publish(again(stream))).toBe(2);
    const consumer = await stream.consumer(CONSUMER, [CLOSED]);
    expect((await consumer.info()).num_pending).toBe(2);
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'the event stream has other settings, which identity updates' }),
    ]);
    const keeper = await serviceAt(STREAM_KEEPER);
    expect(await keeper.stream.firstSequence()).toBe(1);
    expect(await settingsOf(manager)).toMatchObject({ max_age: nanos(8 * 24 * 60 * 60_000) });
    expect(await publish(again(stream))).toBe(3);
    expect(lines).toHaveLength(1);
  });

  it('which the stream should not have are gone once identity has opened it', async () => {
    const manager = await managerOf();
    const subjects = [...STORED, '_INBOX.gateway.>'];
    await manager.streams.add({ name: STREAM, subjects, ...STRANGE });
    await (await serviceAt(STREAM_KEEPER)).stream.firstSequence();
    const settings = await settingsOf(manager);
    expect(settings.subjects).toEqual(STORED);
    expect(settings.no_ack ?? false).toBe(false);
    expect(settings).toMatchObject({ max_msgs: -1, allow_rollup_hdrs: false });
  });

  it('that are not enough let a service wait for identity', async () => {
    const manager = await managerOf();
    await manager.streams.add({ name: STREAM, subjects: ['identity.event.*'] });
    const { stream } = await serviceAt('feedback');
    await expect(publish(stream)).rejects.toThrow();
    await (await serviceAt(STREAM_KEEPER)).stream.firstSequence();
    expect(await publish(again(stream))).toBe(1);
    expect((await (await stream.consumer(CONSUMER, [CLOSED])).info()).num_pending).toBe(1);
  });

  it('are written again by identity where it has created the stream, which may be that of an earlier release', async () => {
    const updates: string[] = [];
    const observer = await serviceAt(OBSERVER.name);
    await observer.connection.subscribe(STREAM_UPDATE, ({ subject }) => updates.push(subject));
    await observer.connection.flush();
    await (await serviceAt(STREAM_KEEPER)).stream.firstSequence();
    await eventually('it was updated', () => updates.length === 1);
  });

  it('match no subject of the server, which all but old ones refuse', () => {
    const own = STORED.filter((subject) => /^[*>$]/.test(subject));
    expect({ own, stored: STORED.length }).toEqual({ own: [], stored: SERVICE_NAMES.length });
  });

  it('of a stream without its keeper stay what they are, on a server without users too', async () => {
    const open = await startOwnNats();
    closing.push(() => open.stop());
    const manager = await managerOf(open.url);
    await manager.streams.add({ name: STREAM, subjects: [...STORED], max_age: nanos(60_000) });
    const { stream } = await serviceAt('feedback', open.url);
    expect(await publish(stream)).toBe(1);
    expect((await settingsOf(manager)).max_age).toBe(nanos(60_000));
  });
});

describe('a stream that the server refuses', () => {
  const REFUSAL = /^NATS refuses the stream of events: .*replicas.*\.$/;

  it('is an error, which is logged once, and the service is not ready', async () => {
    const { stream, lines } = await demanding();
    await expect(publish(stream)).rejects.toThrow();
    await expect(publish(stream)).rejects.toThrow();
    expect(stream.notReady).toMatch(REFUSAL);
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, msg: `${stream.notReady} No event is delivered.` }),
    ]);
  });

  it('leaves a service ready that has used it before', async () => {
    const { stream, lines } = await serviceAt('feedback');
    expect(await publish(stream)).toBe(1);
    const manager = await managerOf();
    await manager.streams.delete(STREAM);
    await manager.streams.add({ name: 'archive', subjects: [CLOSED] });
    await expect(publish(again(stream))).rejects.toThrow();
    expect(stream.notReady).toBeUndefined();
    expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
      { level: 50, msg: expect.stringMatching(/^NATS refuses the stream of events: .*overlap/) },
    ]);
  });
});
