import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { type OwnNats, eventually, startOwnNats } from '@pks/testing';
import { EventService, said } from '../fixtures/event-service.ts';

let nats: OwnNats;
let copies: string;
let services: EventService[];
beforeEach(async () => {
  nats = await startOwnNats();
  copies = await mkdtemp(join(tmpdir(), 'pks-copy-'));
  services = [];
});
afterEach(async () => {
  for (const service of services) await service.close();
  await nats.stop();
  await rm(copies, { recursive: true, force: true });
});

async function aService(schema?: string): Promise<EventService> {
  const service = await EventService.open(nats.url, schema);
  services.push(service);
  return service;
}

const jetstream = (): string => join(nats.directory, 'jetstream');
const words = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_each, n) => `${prefix} ${n}`);

const published = (service: EventService): Promise<void> =>
  eventually('everything is published', async () => {
    const [row]: { waiting: number }[] = await service.database.manager.query(
      'SELECT count(*)::integer AS waiting FROM outbox WHERE stream_sequence IS NULL',
    );
    return row?.waiting === 0;
  });

const tookAll = async (service: EventService, all: readonly string[]): Promise<void> => {
  await eventually('everything took effect', async () => (await service.effects()).length >= all.length);
  await published(service);
  expect((await service.effects()).sort()).toEqual([...all].sort());
};

/** Restores the server's earlier data; it may still know the positions of the consumers. */
async function restore(copy: string, knowsConsumers = false): Promise<void> {
  const consumers = 'obs';
  await nats.kill();
  const stream = join('$G', 'streams', 'events');
  if (knowsConsumers)
    await cp(join(jetstream(), stream, consumers), join(copies, consumers), { recursive: true });
  await rm(jetstream(), { recursive: true, force: true });
  await cp(copy, jetstream(), { recursive: true });
  if (knowsConsumers) {
    await rm(join(jetstream(), stream, consumers), { recursive: true });
    await cp(join(copies, consumers), join(jetstream(), stream, consumers), { recursive: true });
  }
  await nats.start();
}

async function copyOfNow(): Promise<string> {
  const copy = join(copies, 'jetstream');
  await nats.kill();
  await cp(jetstream(), copy, { recursive: true });
  await nats.start();
  return copy;
}

/** Makes the rows of a service 8 days older, as after a pause. */
const grewOld = ({ database }: EventService): Promise<unknown> =>
  database.manager.query(`UPDATE outbox SET created_at = created_at - interval '8 days'`);

/** Keeps the relay of a service from publishing, by holding the lease, until it is released. */
async function holdRelay({ database }: EventService): Promise<() => Promise<void>> {
  await database.manager.query(
    `UPDATE outbox_lease SET holder = gen_random_uuid(), held_until = now() + interval '1 hour'`,
  );
  return () => database.manager.query('UPDATE outbox_lease SET held_until = now()');
}

describe('a server that lost events', () => {
  it('gets them again: all take effect, none twice', async () => {
    const service = await aService();
    const early = words('early', 5);
    await service.say(...early);
    await tookAll(service, early);
    const copy = await copyOfNow();
    const late = words('late', 7);
    await service.say(...late);
    await tookAll(service, [...early, ...late]);
    await restore(copy);
    const after = words('after', 3);
    await service.say(...after);
    await tookAll(service, [...early, ...late, ...after]);
    expect(service.captured.lines).toContainEqual(
      expect.objectContaining({ msg: 'stream lost events, publishing them again', events: 7 }),
    );
  });

  it('delivers to the consumers what they had not processed when it was lost', async () => {
    const service = await aService();
    await service.say('early');
    await tookAll(service, ['early']);
    const copy = await copyOfNow();
    let away = true;
    service.before = () => {
      if (away) throw new Error('not now');
    };
    await service.say('late');
    await published(service);
    await restore(copy);
    away = false;
    await service.database.manager.query('DELETE FROM deferred_events');
    await tookAll(service, ['early', 'late']);
  });

  it.each([false, true])('loses nothing even when it has no data left at all (old: %s)', async (isOld) => {
    const service = await aService();
    const all = words('all', 6);
    await service.say(...all);
    await tookAll(service, all);
    if (isOld) await grewOld(service);
    await nats.kill();
    await rm(jetstream(), { recursive: true, force: true });
    await nats.start();
    await service.say('after');
    await tookAll(service, [...all, 'after']);
    expect(service.captured.lines).toContainEqual(
      expect.objectContaining({ msg: 'stream lost events, publishing them again', events: 6 }),
    );
  });

  it('does not get again what has expired in a long pause', async () => {
    const service = await aService();
    const all = words('all', 6);
    await service.say(...all);
    await tookAll(service, all);
    await grewOld(service);
    await (await jetstreamManager(service.connection.native)).streams.purge('events');
    await nats.kill();
    await nats.start();
    await service.say('after');
    await tookAll(service, [...all, 'after']);
    expect(service.handled).toEqual(Array(7).fill('handled'));
    expect(service.captured.lines.map(({ msg }) => msg)).not.toContain(
      'stream lost events, publishing them again',
    );
  });

  it.each([false, true])(
    'does not hide what others published at its places (consumers known: %s)',
    async (known) => {
      const [first, second] = [await aService(), await aService()];
      await first.say('early');
      await eventually('both took it', async () => (await second.effects()).length === 1);
      const copy = await copyOfNow();
      const lost = words('lost', 4);
      await first.say(...lost);
      await eventually(
        'both took them',
        async () => (await first.effects()).length + (await second.effects()).length === 10,
      );
      const release = await holdRelay(first);
      await restore(copy, known);
      await second.say('from the other');
      await published(second);
      await release();
      const all = ['early', ...lost, 'from the other'];
      await tookAll(first, all);
      await tookAll(second, all);
    },
  );

  it('restarts its consumers where it lost something, and what they did is not done twice', async () => {
    const service = await aService();
    const all = words('all', 5);
    await service.say(...all);
    await tookAll(service, all);
    await service.stream.rewindConsumers(3);
    const repeated = (): number => service.handled.filter((handling) => handling === 'repeated').length;
    await eventually('three came again', () => repeated() === 3);
    await service.say('after');
    await tookAll(service, [...all, 'after']);
  });
});

describe('a PostgreSQL that lost its newest transactions', () => {
  const LOST_ROWS = 'PostgreSQL lost transactions whose events the stream has';
  const reports = ({ captured }: EventService): unknown[] =>
    captured.lines.filter(({ msg }) => msg === LOST_ROWS);

  /** Interrupts the connection, after which the stream is compared with the rows. */
  async function compare(service: EventService, words: string): Promise<void> {
    await nats.kill();
    await nats.start();
    await service.say(words);
    await eventually('it took effect', async () => (await service.effects()).includes(words));
  }

  it('is told in the log, once, with how many there are', async () => {
    const service = await aService('feedback');
    await service.say('early');
    await service.say(...words('lost', 3));
    await eventually('all took effect', async () => (await service.effects()).length === 4);
    await published(service);
    await service.database.manager.query(`DELETE FROM outbox WHERE payload->>'words' LIKE 'lost %'`);
    await compare(service, 'after');
    expect(reports(service)).toEqual([expect.objectContaining({ level: 50, events: 3 })]);
    await compare(service, 'later');
    expect(reports(service)).toHaveLength(1);
  });

  it('is not what makes rows unrecorded, or old, or messages no events', async () => {
    const service = await aService('feedback');
    await service.say('early', 'late');
    await eventually('all took effect', async () => (await service.effects()).length === 2);
    await published(service);
    await service.database.manager.query('UPDATE outbox SET stream_sequence = NULL');
    const [now, old] = [Date.now(), Date.now() - 8 * 24 * 60 * 60_000];
    const { payload } = said.of({ project_id: randomUUID(), words: 'old' });
    const jetstream = (await jetstreamManager(service.connection.native)).jetstream();
    for (const [id, at] of [
      [randomUUID(), old],
      ['no id', now],
    ] as const) {
      const notes = headers();
      notes.set('Occurred-At', new Date(at).toISOString());
      await jetstream.publish(said.subject, JSON.stringify(payload), { msgID: id, headers: notes });
    }
    await jetstream.publish(said.subject, JSON.stringify(payload));
    await compare(service, 'after');
    expect(reports(service)).toEqual([]);
  });
});
