import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccessLevel, Notification, NotificationType } from '@pks/contracts';
import { NotFound } from '@pks/platform';
import fc from 'fast-check';
import { Follower } from '../../test/follower.ts';
import { InboxModel, type Shown, type Told } from '../../test/inbox-model.ts';
import { DAY, MINUTE, NotificationStore, TestReader, aDelivery } from '../../test/notification-store.ts';

const USERS = 3;
const RUNS = Number(process.env['PKS_INBOX_RUNS'] ?? 15);
const A_WHILE_MS = 300_000;

let store: NotificationStore;
beforeAll(async () => (store = await NotificationStore.open()));
afterAll(() => store.close());

/** Something that happens; each kind uses the fields that it needs. */
interface Action {
  readonly do: keyof typeof WEIGHTS;
  readonly user: number;
  /** Picks a notification of the user's list. */
  readonly item: number;
  /** How many minutes ago it happened. */
  readonly late: number;
  readonly level: AccessLevel | null;
  readonly days: number;
  /** Whether the user's client catches up afterwards. */
  readonly follows: boolean;
}

const WEIGHTS = {
  publish: 6,
  join: 3,
  process: 3,
  place: 3,
  read: 4,
  unread: 3,
  remove: 2,
  readAll: 3,
  removeRead: 2,
  pass: 2,
  expire: 2,
} as const;

const anAction: fc.Arbitrary<Action> = fc.record({
  do: fc.oneof(...typedKeys(WEIGHTS).map((one) => ({ weight: WEIGHTS[one], arbitrary: fc.constant(one) }))),
  user: fc.nat(USERS - 1),
  item: fc.nat(5),
  late: fc.nat(90),
  level: fc.constantFrom('viewer', 'admin', 'admin', null),
  days: fc.constantFrom(1, 3, 8, 31, 200),
  follows: fc.nat(5).map((n) => n === 0),
});

function typedKeys<T extends object>(value: T): (keyof T)[] {
  return Object.keys(value) as (keyof T)[];
}

/** A project whose users act in the service and in the model. */
class World {
  private readonly projectId = randomUUID();
  private readonly ids = Array.from({ length: USERS }, () => randomUUID());
  private readonly model = new InboxModel(USERS);
  private tellings = 0;
  private readonly followers = Array.from({ length: USERS }, () => new Follower());

  async act({ do: what, user, item, late, level, days }: Action): Promise<void> {
    store.clock.pass(MINUTE);
    switch (what) {
      case 'publish':
        return this.announce(user, late, 'viewer', 'artifact_published');
      case 'join':
        return this.announce(user, late, 'admin', 'member_joined');
      case 'process':
        return this.deliver(user, late);
      case 'place':
        return this.place(user, level);
      case 'read':
      case 'unread':
      case 'remove':
        return this.change(user, item, what);
      case 'readAll':
        expect((await this.reader(user).readAll()).count).toBe(this.model.markAll(user, this.now));
        return;
      case 'removeRead':
        expect((await this.reader(user).removeRead()).count).toBe(this.model.removeRead(user));
        return;
      case 'pass':
        return store.clock.pass(days * DAY);
      case 'expire':
        this.model.expire(this.now);
        return store.expire();
    }
  }

  /** Compares what a user sees, in every list. */
  async compare(user: number): Promise<void> {
    const reader = this.reader(user);
    const all = this.model.list(user, this.now);
    expect(await shown(reader)).toEqual(all);
    expect(await shown(reader, { limit: 2, offset: 1 }, all.length)).toEqual(all.slice(1, 3));
    for (const status of ['unread', 'read'] as const) {
      expect(await shown(reader, { status })).toEqual(this.model.list(user, this.now, { status }));
    }
    for (const type of ['artifact_published', 'member_joined', 'document_processed'] as const) {
      expect(await shown(reader, { notification_type: type })).toEqual(
        this.model.list(user, this.now, { type }),
      );
    }
    const unread = await reader.list({ status: 'unread' });
    expect(await reader.unread()).toBe(unread.length);
    await this.compareByIds(user);
  }

  /** Compares the copy of a user's client, which follows the changes: each time, or now and then. */
  async follow(user: number): Promise<void> {
    const reader = this.reader(user);
    const unread = await reader.list({ status: 'unread' });
    const copied = await this.followers[user]?.unread(reader);
    expect(copied?.sort()).toEqual(unread.map(({ id }) => id).sort());
    const copy = await this.followers[user]?.statuses(reader);
    // The copy also keeps what was read too long ago to be listed.
    for (const { id, status } of await reader.list()) expect([id, copy?.get(id)]).toEqual([id, status]);
  }

  /** A notification in one user's list is found by another user if it is in their list too; otherwise not, unless it is read. */
  private async compareByIds(user: number): Promise<void> {
    const other = (user + 1) % USERS;
    const theirs = new Map(this.model.list(other, this.now).map((one) => [one.source, one.status]));
    for (const { id, source_object_id: source } of (await this.reader(user).list()).slice(0, 3)) {
      const found = await foundBy(this.reader(other), id);
      const listed = found && (found.status === 'unread' || theirs.has(source)) ? found.status : undefined;
      expect(listed).toBe(theirs.get(source));
      expect(found?.user ?? this.ids[other]).toBe(this.ids[other]);
    }
  }

  private get now(): number {
    return store.clock.now().getTime();
  }

  private reader(user: number): TestReader {
    return new TestReader(store, this.projectId, this.ids[user] ?? '', this.model.levelOf(user));
  }

  private async announce(
    by: number,
    late: number,
    level: AccessLevel,
    type: NotificationType,
  ): Promise<void> {
    const told = this.told(level, type, late);
    this.model.announce(told, by);
    await store.announce(this.delivery(told), [this.ids[by] ?? '']);
  }

  private async deliver(user: number, late: number): Promise<void> {
    if (!this.model.isMember(user)) return;
    const told = this.told('viewer', 'document_processed', late);
    this.model.deliver(told, user);
    await store.deliver(this.delivery(told), this.ids[user] ?? '');
  }

  async place(user: number, level: AccessLevel | null): Promise<void> {
    this.model.place(user, level);
    this.followers[user]?.restart();
    await store.place(this.projectId, [{ userId: this.ids[user] ?? '', level }]);
  }

  private async change(user: number, item: number, what: 'read' | 'unread' | 'remove'): Promise<void> {
    const reader = this.reader(user);
    const listed = await reader.list();
    const one = listed[item % Math.max(1, listed.length)];
    if (!one) return;
    if (what === 'remove') {
      this.model.remove(user, one.source_object_id);
      return reader.remove(one.id);
    }
    this.model.mark(user, one.source_object_id, what === 'read' ? this.now : null);
    await (what === 'read' ? reader.read(one.id) : reader.unreadAgain(one.id));
  }

  /** An event of some minutes ago. A single user's gets a time that no other has; the service puts announcements after each other. */
  private told(level: AccessLevel, type: NotificationType, late: number): Told {
    this.tellings += 1;
    const since = type === 'document_processed' ? MINUTE / 2 + this.tellings : 0;
    return { source: randomUUID(), level, type, at: this.now - late * MINUTE + since };
  }

  private delivery({ source, level, type, at }: Told) {
    return aDelivery({ projectId: this.projectId, level, type, sourceId: source, at: new Date(at) });
  }
}

/** The notification; undefined when it is not the reader's. */
async function foundBy(reader: TestReader, id: string): Promise<Notification | undefined> {
  try {
    return await reader.get(id);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** A list in the form of the model, after checking its count: of its results, or of all for a page. */
async function shown(
  reader: TestReader,
  overrides: Parameters<TestReader['page']>[0] = {},
  all?: number,
): Promise<Shown[]> {
  const { count, results } = await reader.page({ limit: 1_000, ...overrides });
  expect(count).toBe(all ?? results.length);
  return results.map(({ source_object_id: source, status, read_at, created_at }) => ({
    source,
    status,
    read_at,
    created_at,
  }));
}

describe('the inboxes of a project', () => {
  it(
    'show what a row for each user would, whatever happens',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anAction, { minLength: 10, maxLength: 40, size: 'max' }),
          async (actions) => {
            const world = new World();
            for (let user = 0; user < USERS; user += 1) {
              await world.place(user, user === 0 ? 'admin' : 'viewer');
            }
            for (const action of actions) {
              await world.act(action);
              await world.compare(action.user);
              if (action.follows) await world.follow(action.user);
            }
            for (let user = 0; user < USERS; user += 1) {
              await world.compare(user);
              await world.follow(user);
            }
          },
        ),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    A_WHILE_MS,
  );
});
