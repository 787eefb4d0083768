import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Product, eventually, untilStill } from '@pks/testing/black-box';
import { EventStream, type StreamEvent } from './support/event-stream.ts';
import {
  type NotificationsInMemory,
  type ProductWithNotifications,
  startWithNotifications,
} from './support/notifications-in-memory.ts';
import { type Person, type World } from './support/world.ts';

let running: ProductWithNotifications;
let product: Product;
let world: World;
let notifications: NotificationsInMemory;

beforeAll(async () => {
  running = await startWithNotifications();
  ({ product, world, notifications } = running);
});

afterAll(() => running?.stop());

let reader: Person;
let place: { project_id: string; user_id: string };
let path: string;
const streams: EventStream[] = [];

beforeEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  const { id } = await world.project();
  reader = await world.member(id);
  place = { project_id: id, user_id: reader.id };
  path = `/projects/${id}/notifications/stream/`;
  notifications.size = 10;
});

async function open(headers: Record<string, string> = {}, token = reader.token): Promise<EventStream> {
  const stream = await EventStream.open(world.baseUrl + path, token, headers);
  streams.push(stream);
  return stream;
}

function happen(times: number, notice = true): number[] {
  return Array.from({ length: times }, () => notifications.happen(place, 'created', notice));
}

const numbersOf = (events: readonly StreamEvent[]): number[] => events.map(({ id }) => Number(id));
const upTo = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);

describe('a stream of notifications', () => {
  it('says where it begins, then sends what happens, each event under its number', async () => {
    happen(3, false);
    const stream = await open();
    expect(await stream.first('open')).toEqual({ id: '3', event: 'open', data: {} });
    for (const kind of ['created', 'changed', 'deleted', 'all_read', 'read_deleted', 'reset'] as const) {
      notifications.happen(place, kind);
    }
    await stream.first('reset');
    expect(stream.changes.map(({ id, event }) => [id, event])).toEqual([
      ['4', 'created'],
      ['5', 'changed'],
      ['6', 'deleted'],
      ['7', 'all_read'],
      ['8', 'read_deleted'],
      ['9', 'reset'],
    ]);
    expect(stream.changes[0]?.data).toMatchObject({ title: 'Number 4', user: reader.id });
  });

  it('sends nothing about other users, or another project', async () => {
    const other = await world.member(place.project_id);
    const elsewhere = { ...place, project_id: (await world.project()).id };
    const stream = await open();
    await stream.first('open');
    notifications.happen({ ...place, user_id: other.id });
    notifications.happen(elsewhere);
    happen(1);
    await stream.first('created');
    expect(stream.changes).toHaveLength(1);
    expect(stream.changes[0]?.data).toMatchObject({ project: place.project_id, user: reader.id });
  });

  it('learns of what concerns all users of its project', async () => {
    const other = await world.member(place.project_id);
    const elsewhere = { ...place, project_id: (await world.project()).id };
    const streams = [await open(), await open({}, other.token)];
    for (const stream of streams) await stream.first('open');
    for (const user_id of [reader.id, other.id])
      notifications.happen({ ...place, user_id }, 'created', false);
    notifications.announceToProject(elsewhere.project_id);
    notifications.announceToProject(place.project_id);
    for (const stream of streams) await stream.first('created');
  });

  it('resumes after the event that Last-Event-ID names, batch after batch', async () => {
    happen(250, false);
    const stream = await open({ 'last-event-id': '7' });
    await eventually('all was read', () => stream.changes.length >= 243);
    expect(numbersOf(stream.events)).toEqual(upTo(250).slice(7));
  });

  it('must not be cached or buffered on its way', async () => {
    const { response } = await open({ 'x-request-id': 'mine' });
    const { status, headers } = response;
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': 'mine',
    });
  });

  it('is only described to HEAD', async () => {
    const { status, headers, text } = await reader.api.send('HEAD', path);
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('content-length')).toBeNull();
  });

  it.each(['x', '-1', '1.5', '1, 2', '1'.repeat(16)])(
    'refuses the Last-Event-ID %j by its name',
    async (id) => {
      const answer = await reader.api.get(path, { 'last-event-id': id });
      const sentence = 'Must be the id of an event of this stream.';
      expect(answer).toMatchObject({ status: 400, body: { error: sentence, 'Last-Event-ID': [sentence] } });
    },
  );

  it('can be open 20 times for one user, and once more when one has ended', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(all.map(({ response }) => response.status)).toEqual(all.map(() => 200));
    const refused = await reader.api.get(path);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'No more than 20 streams of one user may be open.' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const again = await world.logIn(reader.email);
    expect((await open({}, again)).response.status).toBe(429);
    all[0]?.close();
    await eventually('there is room', async () => (await reader.api.get(path)).status === 200);
  });
});

describe('a stream whose reader disconnected', () => {
  async function openOnes(): Promise<string | undefined> {
    const { healthUrl } = product.stack.services['gateway']!;
    const metrics = await fetch(healthUrl.replace(/health$/, 'metrics'));
    return /^http_streams (\d+)$/m.exec(await metrics.text())?.[1];
  }

  it('ends, even when it had not begun', async () => {
    const stream = await open();
    await stream.first('open');
    await eventually('it is counted', async () => (await openOnes()) === '1');
    const before = notifications.queries;
    let answer = (): void => undefined;
    notifications.holding = new Promise((resolve) => (answer = resolve));
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${reader.token}` };
    const early = fetch(world.baseUrl + path, { headers, signal: leaving.signal }).catch(() => 'left');
    await eventually('it was queried', () => notifications.queries > before);
    expect(await openOnes()).toBe('2');
    leaving.abort();
    stream.close();
    await eventually('none is counted', async () => (await openOnes()) === '0');
    answer();
    expect(await early).toBe('left');
    expect((await reader.api.get(path)).status).toBe(200);
  });
});

describe('a stream whose reader is slow', () => {
  it('queries no more than the reader reads, and sends all of it in the end', async () => {
    notifications.size = 20_000;
    happen(5_000, false);
    const before = notifications.queries;
    const response = await fetch(world.baseUrl + path, {
      headers: { authorization: `Bearer ${reader.token}`, 'last-event-id': '0' },
    });
    await eventually('it was queried', () => notifications.queries > before);
    expect((await untilStill(() => notifications.queries)) - before).toBeLessThan(25);
    const ids: number[] = [];
    let text = '';
    for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = `${text}${bytes}`.split('\n\n');
      text = blocks.pop() ?? '';
      ids.push(...blocks.flatMap((block) => /^id: (\d+)\n/.exec(block)?.[1] ?? []).map(Number));
      if (ids.at(-1) === 5_000) break;
    }
    expect(ids).toEqual(upTo(5_000));
  });
});

describe('a stream', () => {
  it('continues when the service is back, with what happened meanwhile', async () => {
    const stream = await open();
    await stream.first('open');
    await notifications.pause();
    expect((await reader.api.get(path)).status).toBe(503);
    happen(3);
    await notifications.open();
    happen(1, false);
    await eventually('all was read', () => stream.changes.length >= 4);
    expect([numbersOf(stream.changes), stream.ended]).toEqual([upTo(4), false]);
  });

  it('continues when NATS is back, with what happened meanwhile', async () => {
    const stream = await open();
    await stream.first('open');
    process.kill(product.stack.servers['nats']!, 'SIGKILL');
    await eventually('NATS is away', () => !notifications.connected);
    happen(3);
    await product.stack.start('nats');
    await eventually('all was read', () => stream.changes.length >= 3);
    expect([numbersOf(stream.changes), stream.ended]).toEqual([upTo(3), false]);
  });

  it.each([
    ['stops', () => product.stack.services['gateway']!.stop(), 0],
    ['is killed', () => product.stack.services['gateway']!.kill(), null],
  ] as const)('is resumed without a gap or a repeat when the gateway %s', async (_name, end, code) => {
    const [gateway] = [product.stack.services['gateway']!];
    const received: number[] = [];
    const stream = await open();
    await stream.first('open');
    happen(150);
    await stream.first('created');
    const ended = end();
    happen(150);
    await Promise.all([ended, eventually('the stream ended', () => stream.ended)]);
    expect(await gateway.exited).toBe(code);
    received.push(...numbersOf(stream.changes));
    happen(150);
    await product.stack.start('gateway');
    const second = await open({ 'last-event-id': stream.lastId });
    happen(150);
    await eventually('all was read', () => second.lastId === '600');
    expect([...received, ...numbersOf(second.changes)]).toEqual(upTo(600));
  });
});
