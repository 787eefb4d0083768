import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, notifications } from '@pks/contracts';
import { type Fields, eventually, faultOf } from '@pks/testing';
import { aDelivery } from './notification-store.ts';
import { type RunningNotifications, aMember, runningNotifications } from './running-notifications.ts';

const { calls } = notifications;

let running: RunningNotifications;
beforeAll(async () => (running = await runningNotifications()));
afterAll(() => running.stop());

/** A caller with `times` notifications, their project, and the ids, newest first. */
async function aCallerWith(times: number): Promise<{ caller: Caller; project_id: string; ids: string[] }> {
  const project_id = randomUUID();
  const caller = aMember('viewer', project_id);
  for (let n = 0; n < times; n += 1) {
    await running.deliver(aDelivery({ projectId: project_id }), [caller.user_id]);
  }
  const { results } = await running.call(calls.list, { project_id }, caller);
  return { caller, project_id, ids: results.map(({ id }) => id) };
}

describe('over the bus', () => {
  it('notifications are listed, counted, read, unread, and deleted', async () => {
    const { caller, project_id, ids } = await aCallerWith(3);
    const [notification_id = ''] = ids;
    const one = { project_id, notification_id };
    expect(await running.call(calls.list, { project_id, limit: 2 }, caller)).toMatchObject({ count: 3 });
    expect(await running.call(calls.unreadCount, { project_id }, caller)).toEqual({ count: 3 });
    expect(await running.call(calls.get, one, caller)).toMatchObject({
      id: notification_id,
      status: 'unread',
    });
    expect(await running.call(calls.markAsRead, one, caller)).toMatchObject({ status: 'read' });
    expect(await running.call(calls.markAsUnread, one, caller)).toMatchObject({
      status: 'unread',
      read_at: null,
    });
    expect(await running.call(calls.markAllAsRead, { project_id }, caller)).toEqual({
      message: 'Marked 3 notifications as read',
      count: 3,
    });
    expect(await running.call(calls.remove, one, caller)).toBeUndefined();
    expect(await running.call(calls.removeRead, { project_id }, caller)).toEqual({
      message: 'Deleted 2 notifications',
      count: 2,
    });
    const { changes, last } = await running.call(calls.changes, { project_id, after: 3 }, caller);
    expect(changes.map(({ kind }) => kind)).toEqual(['all_read', 'deleted', 'read_deleted']);
    expect(last).toBe(8);
  });

  it('a project in which the caller has no notifications shows none of another', async () => {
    const { caller, ids } = await aCallerWith(1);
    const elsewhere = { project_id: randomUUID() };
    const there = { ...aMember('viewer', elsewhere.project_id), user_id: caller.user_id };
    expect(await running.call(calls.list, elsewhere, there)).toEqual({ count: 0, results: [] });
    const fault = await faultOf(running.call(calls.get, { ...elsewhere, notification_id: ids[0] }, there));
    expect(fault).toEqual({ kind: 'not_found', message: 'Not found.' });
  });

  it('a repeated request under an idempotency key takes effect once', async () => {
    const { caller, project_id } = await aCallerWith(2);
    const key = { key: randomUUID(), operation: 'POST mark-all', fingerprint: 'body' };
    const first = await running.call(calls.markAllAsRead, { project_id }, caller, key);
    expect(await running.call(calls.markAllAsRead, { project_id }, caller, key)).toEqual(first);
    expect(first).toMatchObject({ count: 2 });
  });

  it('each change is announced with its project and user', async () => {
    const { caller, project_id } = await aCallerWith(1);
    await running.call(calls.markAllAsRead, { project_id }, caller);
    await eventually('the mark is announced', () =>
      running.announced.some(
        (moved) => moved.project_id === project_id && moved.user_ids?.[0] === caller.user_id,
      ),
    );
  });

  it.each<[string, Fields]>([
    ['status', { status: 'seen' }],
    ['notification_type', { notification_type: 'gossip' }],
    ['limit', { limit: 1001 }],
    ['offset', { offset: -1 }],
    ['colour', { colour: 'red' }],
  ])('a list by a wrong %s is refused', async (field, wrong) => {
    const project_id = randomUUID();
    const caller = aMember('viewer', project_id);
    const fault = await faultOf(running.call(calls.list, { project_id, ...wrong }, caller));
    expect(Object.keys(fault.fields ?? {})).toEqual([field]);
  });
});
