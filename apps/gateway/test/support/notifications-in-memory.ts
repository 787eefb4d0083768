import { randomUUID } from 'node:crypto';
import {
  type Caller,
  type ListChanges,
  NOTIFICATIONS_MOVED,
  type NotificationsMoved,
  type Notification,
  type NotificationChange,
  type NotificationChangeKind,
  type NotificationChanges,
  type NotificationReference,
  type NotificationsChanged,
  type Page,
  type UnreadCount,
  notifications,
} from '@pks/contracts';
import { BusConnection, BusServer, BusSeal, NotFound, type Service, SystemClock } from '@pks/platform';
import { eventually, silentLog, standInService } from '@pks/testing';
import { type OwnProduct, startOwnProduct } from './own-product.ts';

/** The place of a user's notifications. */
interface Place {
  readonly project_id: string;
  readonly user_id: string;
}

/** Serves notifications from memory: a test decides what happens to them. */
export class NotificationsInMemory implements Service<typeof notifications> {
  /** The callers, in order. */
  readonly callers: Caller[] = [];
  /** The number of queries for changes. */
  queries = 0;
  /** Queries for changes are answered once this has resolved. */
  holding: Promise<void> | undefined;
  /** The length of each message. Characters. */
  size = 10;
  private readonly changed = new Map<string, NotificationChange[]>();
  private server: BusServer | undefined;
  private readonly connection: BusConnection;

  constructor(
    natsUrl: string,
    private readonly callerSecret: string,
  ) {
    this.connection = new BusConnection(natsUrl, 'notifications', silentLog());
    this.connection.open();
  }

  /** Whether NATS is connected. */
  get connected(): boolean {
    return this.connection.connected;
  }

  /** Begins to serve. */
  async open(): Promise<void> {
    const options = { queue: 'notifications', deadlineMs: 10_000, concurrency: 24, queued: 500 };
    const seal = new BusSeal(this.callerSecret);
    const parts = { connection: this.connection, seal, clock: new SystemClock(), log: silentLog() };
    this.server = new BusServer(parts, options);
    await (await standInService(notifications, this, this.server)).listen();
  }

  /** Stops serving; `open` begins again. */
  async pause(): Promise<void> {
    await this.server?.close();
  }

  async close(): Promise<void> {
    if (this.connection.connected) await this.pause();
    await this.connection.close();
  }

  /** Adds a change to a user's notifications; returns its number. */
  happen(place: Place, kind: NotificationChangeKind = 'created', notice = true): number {
    const before = this.of(place);
    const number = before.length + 1;
    const notification = this.notification(place, number);
    const about = kind === 'deleted' ? { notification_id: notification.id } : { notification };
    before.push({ number, kind, at: notification.created_at, ...about });
    if (notice) this.announce(place);
    return number;
  }

  /** Notifies every subscriber. */
  announce({ project_id, user_id }: Place): void {
    this.publish({ project_id, user_ids: [user_id] });
  }

  /** Notifies every subscriber of a change that may concern any user of a project. */
  announceToProject(project_id: string): void {
    this.publish({ project_id });
  }

  async changes({ project_id, after, limit }: ListChanges, caller: Caller): Promise<NotificationChanges> {
    this.callers.push(caller);
    this.queries += 1;
    await this.holding;
    const all = this.of({ project_id, user_id: caller.user_id });
    const from = after ?? all.length;
    const changes = all.slice(from, from + limit);
    return { changes, last: from + changes.length };
  }

  private publish(notice: NotificationsMoved): void {
    if (this.connected) this.connection.publish(NOTIFICATIONS_MOVED, JSON.stringify(notice));
  }

  async unreadCount(_request: object, caller: Caller): Promise<UnreadCount> {
    this.callers.push(caller);
    return { count: 0 };
  }

  async markAllAsRead(_request: object, caller: Caller): Promise<NotificationsChanged> {
    this.callers.push(caller);
    return { message: `Marked those of ${caller.email}`, count: 1 };
  }

  async list(): Promise<Page<Notification>> {
    return { count: 0, results: [] };
  }

  async get(_request: NotificationReference): Promise<Notification> {
    throw new NotFound();
  }

  async markAsRead(request: NotificationReference): Promise<Notification> {
    return this.get(request);
  }

  async markAsUnread(request: NotificationReference): Promise<Notification> {
    return this.get(request);
  }

  async remove(): Promise<void> {
    throw new NotFound();
  }

  async removeRead(): Promise<NotificationsChanged> {
    return { message: 'Deleted 0 notifications', count: 0 };
  }

  private of({ project_id, user_id }: Place): NotificationChange[] {
    const key = `${project_id} ${user_id}`;
    const known = this.changed.get(key) ?? [];
    this.changed.set(key, known);
    return known;
  }

  private notification({ project_id, user_id }: Place, number: number): Notification {
    const at = new Date().toISOString();
    return {
      scope: 'project',
      project: project_id,
      id: randomUUID(),
      created_at: at,
      updated_at: at,
      user: user_id,
      status: 'unread',
      access_level: 'viewer',
      title: `Number ${number}`,
      message: 'x'.repeat(this.size),
      notification_type: 'member_joined',
      read_at: null,
      source_object_type: 'project_user',
      source_object_id: randomUUID(),
      relative_time: 'just now',
      absolute_time: at,
    };
  }
}

/** A product with notifications in memory, so that a test decides what happens to them. */
export interface ProductWithNotifications extends OwnProduct {
  readonly notifications: NotificationsInMemory;
  stop(): Promise<void>;
}

/** Starts the gateway and the identity service, and serves notifications from memory for them. */
export async function startWithNotifications(): Promise<ProductWithNotifications> {
  const { product, world } = await startOwnProduct(['identity', 'gateway']);
  const notifications = new NotificationsInMemory(
    product.stack.natsUrls['notifications'] ?? '',
    product.callerSecret,
  );
  await eventually('NATS is there', () => notifications.connected);
  await notifications.open();
  const stop = async (): Promise<void> => {
    await notifications.close();
    await product.stop();
  };
  return { product, world, notifications, stop };
}
