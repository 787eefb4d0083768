import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotFound } from '@pks/platform';
import type { Delivery } from '../announcements/announcements.repository.ts';
import { NotificationStore, TestReader, aDelivery } from '../../test/notification-store.ts';

let store: NotificationStore;
beforeAll(async () => (store = await NotificationStore.open()));
afterAll(() => store.close());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

/** A number of users of one project. */
function aCrowd(count: number): TestReader[] {
  const projectId = randomUUID();
  return upTo(count).map(() => new TestReader(store, projectId, randomUUID(), 'admin'));
}

/** Delivers a notification to the whole crowd, one after another, in an order that depends on `n`. */
function deliverTo(crowd: readonly TestReader[], n: number): Promise<boolean[]> {
  const turned = [...crowd.slice(n % crowd.length), ...crowd.slice(0, n % crowd.length)];
  const level = n % 3 === 0 ? 'admin' : 'viewer';
  const delivery = aDelivery({ projectId: crowd[0]?.projectId ?? '', level });
  return deliverAll(n % 2 ? turned : turned.reverse(), delivery);
}

async function deliverAll(crowd: readonly TestReader[], delivery: Delivery): Promise<boolean[]> {
  const delivered = [];
  for (const { userId } of crowd) delivered.push(await store.deliver(delivery, userId));
  return delivered;
}

/** A number of admins in the audience of a project. */
async function anAudience(count: number): Promise<TestReader[]> {
  const crowd = aCrowd(count);
  await store.place(
    crowd[0]?.projectId ?? '',
    crowd.map(({ userId }) => ({ userId, level: 'admin' })),
  );
  return crowd;
}

/** Announces an event to an audience, except to one member, and returns that member. */
async function announceTo(crowd: readonly TestReader[], n: number): Promise<TestReader | undefined> {
  const projectId = crowd[0]?.projectId ?? '';
  const causing = crowd[n % crowd.length];
  await store.announce(aDelivery({ projectId, level: n % 3 === 0 ? 'admin' : 'viewer' }), [
    causing?.userId ?? '',
  ]);
  return causing;
}

/** The number of unread notifications by the rows and the marks, not by the counter. */
async function unreadRows({ projectId, userId }: TestReader): Promise<number> {
  const [row] = await store.database.manager.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM notifications n
      WHERE n.project_id = $1 AND n.user_id = $2 AND n.status = 'unread' AND NOT EXISTS (
        SELECT FROM notification_marks m
         WHERE m.project_id = $1 AND m.user_id = $2 AND m.number > n.changed_number
           AND (m.covers_admin OR n.access_level = 'viewer'))`,
    [projectId, userId],
  );
  return row?.count ?? -1;
}

/** What a reader receives who follows during `writes`: the ids of notifications, and the numbers of changes. */
async function followed(
  reader: TestReader,
  writes: Promise<unknown>,
): Promise<{ readonly received: string[]; readonly numbers: number[] }> {
  let writing = true;
  const written = writes.finally(() => (writing = false));
  const received: string[] = [];
  const numbers: number[] = [];
  for (let known = 0, more = true; more;) {
    more = writing;
    const { changes, last } = await reader.changes(known, 7);
    received.push(...changes.flatMap(({ notification }) => notification?.id ?? []));
    numbers.push(...changes.map(({ number }) => number));
    more ||= changes.length > 0;
    known = last;
  }
  await written;
  return { received, numbers };
}

/** Ignores that a notification was deleted before a concurrent change of it. */
function passOverDeleted(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}

describe('concurrently,', () => {
  it('events delivered to the same users in any order all arrive', async () => {
    const crowd = aCrowd(40);
    const delivered = await Promise.all(upTo(24).map((n) => deliverTo(crowd, n)));
    expect(delivered.flat()).toEqual(Array(24 * 40).fill(true));
    for (const one of crowd) expect(await one.unread()).toBe(24);
  });

  it('one event delivered twice creates one notification', async () => {
    const crowd = aCrowd(10);
    const delivery = aDelivery({ projectId: crowd[0]?.projectId ?? '' });
    const delivered = await Promise.all(upTo(6).map(() => deliverAll(crowd, delivery)));
    expect(delivered.flat().filter((isNew) => isNew)).toHaveLength(10);
    for (const one of crowd) expect(await one.ids()).toHaveLength(1);
  });

  it('marks of all count each notification once, whatever is delivered meanwhile', async () => {
    const crowd = aCrowd(8);
    const marking = (n: number) =>
      Promise.all(crowd.map((one) => (n % 4 ? one : one.as('viewer')).readAll()));
    const [marks] = await Promise.all([
      Promise.all(upTo(12).map(marking)),
      Promise.all(upTo(30).map((n) => deliverTo(crowd, n))),
    ]);
    for (const [index, one] of crowd.entries()) {
      const marked = marks.reduce((sum, counts) => sum + (counts[index]?.count ?? 0), 0);
      const unread = await one.unread();
      expect(marked + unread).toBe(30);
      expect(await unreadRows(one)).toBe(unread);
      expect(await one.ids()).toHaveLength(30);
      expect(await one.ids({ status: 'unread' })).toHaveLength(unread);
    }
  });

  it('the counts of a user match their notifications, whatever they do with them', async () => {
    const reader = store.aReader('admin');
    const ids = await Promise.all(upTo(20).map(() => reader.receives('viewer')));
    await Promise.all([
      ...ids.map((id, n) => (n % 2 ? reader.read(id) : reader.unreadAgain(id)).catch(passOverDeleted)),
      reader.readAll(),
      ...ids.slice(0, 10).map((id) => reader.unreadAgain(id)),
      reader.as('viewer').readAll(),
      ...ids.slice(15).map((id) => reader.remove(id)),
      reader.receives('admin'),
    ]);
    expect(await reader.unread()).toBe(await unreadRows(reader));
    expect(await reader.ids()).toHaveLength(16);
    expect(await reader.ids({ status: 'unread' })).toHaveLength(await reader.unread());
    const { count } = await reader.removeRead();
    expect(count).toBe(16 - (await reader.unread()));
    expect(await reader.ids()).toHaveLength(16 - count);
  });

  it('a notification is marked as read, or deleted, by one of many', async () => {
    const reader = store.aReader();
    const id = await reader.receives();
    const reads = await Promise.all(upTo(10).map(() => reader.read(id)));
    expect(new Set(reads.map((one) => one.read_at)).size).toBe(1);
    expect((await reader.changes()).last).toBe(2);
    const removals = await Promise.allSettled(upTo(10).map(() => reader.remove(id)));
    expect(removals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a reader who follows gets each change once and misses none, however the writes overlap', async () => {
    const crowd = aCrowd(3);
    const [reader] = crowd;
    if (!reader) throw new Error('There is no reader.');
    const writes = Promise.all(upTo(60).map((n) => deliverTo(crowd, n)));
    const { received, numbers } = await followed(reader, writes);
    expect(numbers).toEqual(upTo(60));
    expect(new Set(received)).toEqual(new Set(await reader.ids()));
  });

  it('one event announced twice is announced once', async () => {
    const crowd = await anAudience(3);
    const delivery = aDelivery({ projectId: crowd[0]?.projectId ?? '' });
    const announced = await Promise.all(upTo(6).map(() => store.announce(delivery)));
    expect(announced.filter((isNew) => isNew)).toHaveLength(1);
    for (const one of crowd) expect([await one.unread(), await one.ids()]).toEqual([1, [expect.anything()]]);
  });

  it('marks of all count each announcement once, whatever else happens meanwhile', async () => {
    const crowd = await anAudience(6);
    const touching = async (one: TestReader) => {
      for (const id of (await one.ids()).slice(0, 3)) {
        await one.unreadAgain(id);
        await one.read(id);
        await one.unreadAgain(id);
      }
    };
    const [causing] = await Promise.all([
      Promise.all(upTo(30).map((n) => announceTo(crowd, n))),
      Promise.all(upTo(8).flatMap((n) => crowd.map((one) => (n % 4 ? one : one.as('viewer')).readAll()))),
      Promise.all(upTo(10).map((n) => deliverTo(crowd, n))),
      Promise.all(crowd.map(touching)),
    ]);
    for (const one of crowd) {
      const all = 40 - causing.filter((user) => user === one).length;
      expect(await one.ids()).toHaveLength(all);
      expect(await one.ids({ status: 'unread' })).toHaveLength(await one.unread());
      await one.readAll();
      expect([await one.unread(), await one.removeRead()]).toMatchObject([0, { count: all }]);
      expect(await one.ids()).toEqual([]);
    }
  });

  it('a reader who follows misses no announcement, and gets each once and in order, beside what they do themselves', async () => {
    const crowd = await anAudience(3);
    const [reader] = crowd;
    if (!reader) throw new Error('There is no reader.');
    const writes = Promise.all([
      ...upTo(40).map((n) => announceTo(crowd, n)),
      ...upTo(20).map((n) => deliverTo(crowd, n)),
      ...upTo(10).map(() => reader.readAll()),
    ]);
    const { received, numbers } = await followed(reader, writes);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(received.sort()).toEqual((await reader.ids()).sort());
  });
});
