import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NotificationChanges } from '@pks/contracts';
import { Follower } from '../../test/follower.ts';
import { NotificationStore } from '../../test/notification-store.ts';

let store: NotificationStore;
beforeAll(async () => (store = await NotificationStore.open()));
afterAll(() => store.close());

/** The changes as tuples: number, kind and notification. */
function inShort({ changes }: NotificationChanges): (readonly [number, string, string?])[] {
  return changes.map(({ number, kind, notification, notification_id }) => {
    const id = notification?.id ?? notification_id;
    return id === undefined ? [number, kind] : [number, kind, id];
  });
}

describe('the changes of a user', () => {
  it('are not sent without a position: the answer is the current one', async () => {
    const reader = store.aReader();
    expect(await reader.changes()).toEqual({ changes: [], last: 0 });
    await reader.receives();
    expect(await reader.changes()).toEqual({ changes: [], last: 1 });
  });

  it('come once each, in order, with the current state of each notification', async () => {
    const reader = store.aReader();
    const [one, two, three] = [await reader.receives(), await reader.receives(), await reader.receives()];
    await reader.read(one);
    await reader.readAll();
    await reader.remove(two);
    const four = await reader.receives();
    const changes = await reader.changes(0);
    expect(inShort(changes)).toEqual([
      [3, 'created', three],
      [4, 'created', one],
      [5, 'all_read'],
      [6, 'deleted', two],
      [7, 'created', four],
    ]);
    expect(changes.last).toBe(7);
    expect(changes.changes.map(({ notification }) => notification?.status)).toEqual([
      'read',
      'read',
      undefined,
      undefined,
      'unread',
    ]);
    expect(inShort(await reader.changes(1))).toContainEqual([4, 'changed', one]);
    expect(await reader.changes(7)).toEqual({ changes: [], last: 7 });
  });

  it('come in parts that join without a gap', async () => {
    const reader = store.aReader();
    for (let n = 0; n < 5; n += 1) await reader.receives();
    await reader.readAll();
    await reader.removeRead();
    const whole = await reader.changes(0);
    const parts: NotificationChanges['changes'][number][] = [];
    for (let after = 0; ;) {
      const { changes, last } = await reader.changes(after, 2);
      if (changes.length === 0) break;
      parts.push(...changes);
      after = last;
    }
    expect(parts).toEqual(whole.changes);
    expect(inShort(whole)).toEqual([
      [6, 'all_read'],
      [7, 'read_deleted'],
    ]);
  });

  it('say when a mark was made, which is the time at which its notifications were read', async () => {
    const reader = store.aReader();
    const id = await reader.receives();
    await reader.readAll();
    const { changes } = await reader.changes(1);
    expect(changes).toMatchObject([{ kind: 'all_read', at: (await reader.get(id)).read_at }]);
  });

  it('leave out admin notifications for other users, and go on after them', async () => {
    const admin = store.aReader('admin');
    const [, visible] = [await admin.receives('admin'), await admin.receives()];
    const secret = await admin.receives('admin');
    const member = admin.as('viewer');
    const { changes, last } = await member.changes(0);
    expect(changes.map(({ notification }) => notification?.id)).toEqual([visible]);
    expect(last).toBe(3);
    await admin.remove(secret);
    expect(await member.changes(3)).toEqual({ changes: [], last: 4 });
  });

  it('are a reset where all was marked or deleted, but not for what only an admin sees', async () => {
    const admin = store.aReader('admin');
    const member = admin.as('viewer');
    await admin.receives('admin');
    await admin.receives();
    await member.readAll();
    await member.removeRead();
    expect(inShort(await admin.changes(2))).toEqual([
      [3, 'reset'],
      [4, 'reset'],
    ]);
    expect(inShort(await member.changes(2))).toEqual([
      [3, 'all_read'],
      [4, 'read_deleted'],
    ]);
  });

  it('are a reset for a follower who did not know yet that what was deleted was read, and not for another', async () => {
    const reader = store.aReader();
    const [late, early] = [new Follower(), new Follower()];
    const id = await reader.receives();
    for (const follower of [late, early]) expect(await follower.unread(reader)).toEqual([id]);
    await reader.read(id);
    expect(await early.unread(reader)).toEqual([]);
    await reader.removeRead();
    for (const follower of [late, early]) expect(await follower.unread(reader)).toEqual([]);
    expect([late.listings, early.listings]).toEqual([2, 1]);
  });

  it('leave a follower who was away what was read only after everything read had been deleted', async () => {
    const reader = store.aReader();
    const [read, kept] = [await reader.receives(), await reader.receives()];
    const away = new Follower();
    await away.unread(reader);
    await reader.read(read);
    expect(await away.unread(reader)).toEqual([kept]);
    const missed = await reader.receives();
    await reader.removeRead();
    await reader.readAll();
    expect([...(await away.statuses(reader))]).toEqual([
      [kept, 'read'],
      [missed, 'read'],
    ]);
    expect(await reader.ids()).toEqual([missed, kept]);
  });

  it('are a reset for a position that never existed', async () => {
    const reader = store.aReader();
    await reader.receives();
    expect(await reader.changes(2)).toMatchObject({ changes: [{ number: 1, kind: 'reset' }], last: 1 });
    expect(await store.aReader().changes(1)).toMatchObject({
      changes: [{ number: 0, kind: 'reset' }],
      last: 0,
    });
  });

  it('are published after each write that changes something, and after no other', async () => {
    const reader = store.aReader();
    const id = await reader.receives();
    const before = store.notices.sent.length;
    await reader.read(id);
    await reader.read(id);
    await reader.readAll();
    await reader.unreadAgain(id);
    await reader.readAll();
    await reader.removeRead();
    await reader.removeRead();
    const sent = store.notices.sent.slice(before);
    expect(sent).toEqual(Array(4).fill({ project_id: reader.projectId, user_ids: [reader.userId] }));
  });
});
