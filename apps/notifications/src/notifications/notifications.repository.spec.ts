import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotFound } from '@pks/platform';
import { DAY, MINUTE, NotificationStore, aDelivery } from '../../test/notification-store.ts';

let store: NotificationStore;
beforeAll(async () => (store = await NotificationStore.open()));
afterAll(() => store.close());

describe('a notification', () => {
  it('shows what it was made from, and how long ago that was', async () => {
    const reader = store.aReader();
    const { projectId: project, userId: user } = reader;
    const primary = {
      label: 'Open the artifact',
      type: 'link',
      url: `/projects/${project}/artifacts/churn/`,
    };
    const delivery = aDelivery({ projectId: project, actions: { primary, secondary: [] } });
    const at = new Date(store.clock.now().getTime() - 5 * MINUTE);
    await store.deliver({ ...delivery, at }, user);
    const [one] = await reader.list();
    expect(one).toEqual({
      scope: 'project',
      project,
      id: expect.any(String),
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
      user,
      status: 'unread',
      access_level: 'viewer',
      title: delivery.title,
      message: delivery.message,
      notification_type: 'artifact_published',
      actions: { primary, secondary: [] },
      read_at: null,
      source_object_type: 'artifact',
      source_object_id: delivery.sourceId,
      relative_time: '5 minutes ago',
      absolute_time: at.toISOString(),
    });
    expect(await reader.get(one?.id ?? '')).toEqual(one);
  });

  it('belongs to one user, and cannot be found by others, not even by its id', async () => {
    const [reader, other] = [store.aReader(), store.aReader()];
    const id = await reader.receives();
    await other.receives();
    for (const call of [other.get(id), other.read(id), other.unreadAgain(id), other.remove(id)]) {
      await expect(call).rejects.toThrow(NotFound);
    }
    expect(await reader.get(id)).toMatchObject({ status: 'unread' });
  });

  it('is not found by users who have never received any', async () => {
    const reader = store.aReader();
    await expect(reader.get(randomUUID())).rejects.toThrow(NotFound);
    await expect(reader.read(randomUUID())).rejects.toThrow(NotFound);
    expect(await reader.page()).toEqual({ count: 0, results: [] });
    expect(await reader.unread()).toBe(0);
    expect(await reader.readAll()).toEqual({ message: 'Marked 0 notifications as read', count: 0 });
    expect(await reader.removeRead()).toEqual({ message: 'Deleted 0 notifications', count: 0 });
  });

  it('for admins is not found, listed, counted, marked or deleted by a user who is no longer one', async () => {
    const admin = store.aReader('admin');
    const [secret] = [await admin.receives('admin'), await admin.receives('viewer')];
    const member = admin.as('viewer');
    await expect(member.get(secret)).rejects.toThrow(NotFound);
    await expect(member.read(secret)).rejects.toThrow(NotFound);
    expect(await member.ids()).toHaveLength(1);
    expect(await member.unread()).toBe(1);
    expect(await member.readAll()).toMatchObject({ count: 1 });
    expect(await admin.unread()).toBe(1);
    expect(await admin.get(secret)).toMatchObject({ status: 'unread' });
    await admin.read(secret);
    expect(await member.removeRead()).toMatchObject({ count: 1 });
    expect(await admin.ids()).toEqual([secret]);
  });
});

describe('reading', () => {
  it('happens once: a second time leaves the time unchanged', async () => {
    const reader = store.aReader();
    const id = await reader.receives();
    const first = await reader.read(id);
    expect(first).toMatchObject({ status: 'read', read_at: store.clock.now().toISOString() });
    store.clock.pass(MINUTE);
    expect(await reader.read(id)).toEqual({ ...first, relative_time: '1 minute ago' });
    expect(await reader.unread()).toBe(0);
  });

  it('of all applies up to the mark, and one of them can be unread again', async () => {
    const reader = store.aReader();
    const [one, two] = [await reader.receives(), await reader.receives()];
    store.clock.pass(MINUTE);
    const at = store.clock.now().toISOString();
    expect(await reader.readAll()).toEqual({ message: 'Marked 2 notifications as read', count: 2 });
    store.clock.pass(MINUTE);
    expect(await reader.readAll()).toMatchObject({ count: 0 });
    expect(await reader.get(one)).toMatchObject({ status: 'read', read_at: at, updated_at: at });
    expect(await reader.read(one)).toMatchObject({ read_at: at });
    expect(await reader.unreadAgain(one)).toMatchObject({ status: 'unread', read_at: null });
    expect(await reader.unreadAgain(one)).toMatchObject({ status: 'unread' });
    expect(await reader.unread()).toBe(1);
    expect(await reader.ids({ status: 'unread' })).toEqual([one]);
    expect(await reader.ids({ status: 'read' })).toEqual([two]);
    expect(await reader.readAll()).toMatchObject({ count: 1 });
    expect(await reader.get(one)).toMatchObject({ status: 'read', read_at: store.clock.now().toISOString() });
    expect(await reader.get(two)).toMatchObject({ read_at: at });
  });

  it('keeps its time when all are marked later', async () => {
    const reader = store.aReader();
    const id = await reader.receives();
    await reader.receives();
    const { read_at } = await reader.read(id);
    store.clock.pass(MINUTE);
    expect(await reader.readAll()).toMatchObject({ count: 1 });
    expect(await reader.get(id)).toMatchObject({ read_at });
  });
});

describe('a list', () => {
  it('is newest first by when it happened, in whatever order it arrived', async () => {
    const reader = store.aReader();
    const { projectId, userId } = reader;
    const times = [3, 1, 2].map((days) => new Date(store.clock.now().getTime() - days * DAY));
    for (const at of times) await store.deliver(aDelivery({ projectId, at }), userId);
    const listed = (await reader.list()).map(({ created_at }) => created_at);
    expect(listed).toEqual([times[1], times[2], times[0]].map((at) => at?.toISOString()));
  });

  it('has pages that neither repeat nor skip notifications of the same moment', async () => {
    const reader = store.aReader();
    for (let n = 0; n < 7; n += 1)
      await reader.receives(n % 2 ? 'viewer' : 'viewer', n % 3 ? 'signal_closed' : 'artifact_published');
    const whole = await reader.ids();
    const pages = await Promise.all([0, 3, 6].map((offset) => reader.list({ limit: 3, offset })));
    expect(pages.flat().map(({ id }) => id)).toEqual(whole);
    expect(await reader.page({ offset: 7 })).toEqual({ count: 7, results: [] });
  });

  it('shows what was read for 7 days, individually or by a mark, and what is unread indefinitely', async () => {
    const reader = store.aReader('admin');
    const old = await reader.receives('admin');
    const [one, marked] = [await reader.receives(), await reader.receives('admin')];
    await reader.unreadAgain(old);
    await reader.read(one);
    await reader.readAll();
    await reader.unreadAgain(old);
    store.clock.pass(7 * DAY - MINUTE);
    const fresh = await reader.receives();
    expect(new Set(await reader.ids())).toEqual(new Set([fresh, old, one, marked]));
    store.clock.pass(MINUTE);
    expect(await reader.ids()).toEqual([fresh, old]);
    expect(await reader.ids({ status: 'read' })).toEqual([]);
    await reader.readAll();
    expect(await reader.ids({ status: 'read' })).toEqual([fresh, old]);
    store.clock.pass(7 * DAY);
    expect(await reader.ids()).toEqual([]);
    expect(await reader.get(marked)).toMatchObject({ status: 'read' });
  });

  it('filters by a status and a type, and counts the results', async () => {
    const reader = store.aReader('admin');
    const published = await reader.receives();
    const joined = await reader.receives('admin', 'member_joined');
    await reader.readAll();
    const closed = await reader.receives('viewer', 'signal_closed');
    const later = await reader.receives('admin', 'member_joined');
    await reader.read(closed);
    expect(await reader.ids({ notification_type: 'member_joined' })).toEqual([later, joined]);
    expect(await reader.ids({ notification_type: 'member_joined', status: 'read' })).toEqual([joined]);
    expect(await reader.ids({ notification_type: 'member_joined', status: 'unread' })).toEqual([later]);
    expect(await reader.ids({ notification_type: 'signal_closed', status: 'unread' })).toEqual([]);
    expect(await reader.ids({ notification_type: 'signal_closed' })).toEqual([closed]);
    expect(await reader.ids({ status: 'read' })).toEqual([closed, joined, published]);
    expect(await reader.ids({ status: 'unread' })).toEqual([later]);
    expect(await reader.as('viewer').ids({ notification_type: 'member_joined' })).toEqual([]);
  });
});

describe('deleting', () => {
  it('removes one, read or not, and updates its count', async () => {
    const reader = store.aReader();
    const [one, two, three] = [await reader.receives(), await reader.receives(), await reader.receives()];
    await reader.remove(one);
    expect(await reader.unread()).toBe(2);
    await reader.read(two);
    await reader.remove(two);
    await reader.readAll();
    await reader.remove(three);
    expect(await reader.ids()).toEqual([]);
    await expect(reader.remove(three)).rejects.toThrow(NotFound);
  });

  it('of what is read removes all of it, whenever it was read, and nothing that is unread', async () => {
    const reader = store.aReader('admin');
    for (let n = 0; n < 3; n += 1) await reader.receives(n ? 'admin' : 'viewer');
    await reader.readAll();
    store.clock.pass(8 * DAY);
    const [one, two] = [await reader.receives(), await reader.receives('admin')];
    await reader.read(one);
    expect(await reader.removeRead()).toEqual({ message: 'Deleted 4 notifications', count: 4 });
    expect(await reader.ids()).toEqual([two]);
    expect(await reader.removeRead()).toMatchObject({ count: 0 });
    expect(await reader.unread()).toBe(1);
  });

  it('of what a mark had read is immediate in every view', async () => {
    const admin = store.aReader('admin');
    const [one, secret] = [await admin.receives(), await admin.receives('admin', 'member_joined')];
    await admin.readAll();
    expect(await admin.as('viewer').removeRead()).toMatchObject({ count: 1 });
    for (const call of [admin.get(one), admin.read(one), admin.unreadAgain(one), admin.remove(one)]) {
      await expect(call).rejects.toThrow(NotFound);
    }
    expect(await admin.ids()).toEqual([secret]);
    expect(await admin.ids({ status: 'read' })).toEqual([secret]);
    expect(await admin.ids({ notification_type: 'artifact_published' })).toEqual([]);
    expect(JSON.stringify(await admin.changes(0))).not.toContain(one);
    const two = await admin.receives();
    await admin.readAll();
    expect(await admin.ids()).toEqual([two, secret]);
    expect(await admin.removeRead()).toMatchObject({ count: 2 });
    expect(await admin.ids()).toEqual([]);
  });
});
