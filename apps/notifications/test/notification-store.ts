import { randomUUID } from 'node:crypto';
import {
  type AccessLevel,
  type Caller,
  type ListNotifications,
  type Notification,
  type NotificationChanges,
  type NotificationType,
  type NotificationsChanged,
  type NotificationsMoved,
  type Page,
} from '@pks/contracts';
import { BusConnection, Clock, type Database, afterCommit } from '@pks/platform';
import { aCaller, openTestDatabase, silentLog } from '@pks/testing';
import { notificationsSchema } from '../src/notifications.database.ts';
import { NotificationChangesRepository } from '../src/notifications/notification-changes.repository.ts';
import { NotificationChangesService } from '../src/notifications/notification-changes.service.ts';
import { AnnouncementsRepository, type Delivery } from '../src/announcements/announcements.repository.ts';
import { NotificationProjectsRepository } from '../src/announcements/notification-projects.repository.ts';
import { NotificationDeliveriesRepository } from '../src/notifications/notification-deliveries.repository.ts';
import { NotificationInboxesRepository } from '../src/notifications/notification-inboxes.repository.ts';
import { NotificationKeeping } from '../src/notifications/notification-keeping.ts';
import { NotificationListsRepository } from '../src/notifications/notification-lists.repository.ts';
import { NotificationNotices } from '../src/notifications/notification-notices.ts';
import { NotificationsRepository } from '../src/notifications/notifications.repository.ts';
import { NotificationsService } from '../src/notifications/notifications.service.ts';
import { AnnouncementRetentionRepository } from '../src/retention/announcement-retention.repository.ts';
import { RetentionRepository } from '../src/retention/retention.repository.ts';
import { Retention } from '../src/retention/retention.ts';

export const NOON = new Date('2026-11-21T12:00:00.000Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A clock that a test moves. */
export class TestClock extends Clock {
  time = NOON;

  override now(): Date {
    return this.time;
  }

  pass(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}

/** Keeps the notices instead of publishing them. */
export class KeptNotices extends NotificationNotices {
  readonly sent: NotificationsMoved[] = [];

  constructor() {
    super(new BusConnection('nats://127.0.0.1:1', 'test', silentLog()), silentLog());
  }

  override announced(project_id: string): void {
    afterCommit(() => this.sent.push({ project_id }));
  }

  override moved(project_id: string, user_id: string): void {
    afterCommit(() => this.sent.push({ project_id, user_ids: [user_id] }));
  }
}

/** A notification to deliver. */
export function aDelivery(traits: Partial<Delivery> = {}): Delivery {
  return {
    projectId: randomUUID(),
    eventId: randomUUID(),
    type: 'artifact_published',
    level: 'viewer',
    title: 'Artifact published',
    message: 'Version 2 of "Churn" is published.',
    sourceType: 'artifact',
    sourceId: randomUUID(),
    actions: null,
    at: NOON,
    ...traits,
  };
}

/** The notifications service without its bus, on a test file's own database. */
export class NotificationStore {
  readonly clock = new TestClock();
  readonly notices = new KeptNotices();
  readonly projects: NotificationProjectsRepository;
  readonly announcements: AnnouncementsRepository;
  readonly deliveries: NotificationDeliveriesRepository;
  readonly reading: NotificationsService;
  readonly keeping: NotificationKeeping;
  readonly following: NotificationChangesService;
  readonly retention: Retention;

  private constructor(
    readonly database: Database,
    readonly close: () => Promise<void>,
  ) {
    const { clock, notices } = this;
    this.projects = new NotificationProjectsRepository(database);
    this.announcements = new AnnouncementsRepository(database);
    const notifications = new NotificationsRepository(database, this.announcements);
    const inboxes = new NotificationInboxesRepository(database, this.projects);
    this.deliveries = new NotificationDeliveriesRepository(database, this.projects);
    this.reading = new NotificationsService(notifications, new NotificationListsRepository(database), clock);
    this.keeping = new NotificationKeeping(notifications, inboxes, notices, database, clock);
    this.following = new NotificationChangesService(new NotificationChangesRepository(database), clock);
    const [expired, dropped] = [
      new RetentionRepository(database),
      new AnnouncementRetentionRepository(database),
    ];
    this.retention = new Retention(expired, dropped, this.projects, inboxes, notices, database, clock);
  }

  static async open(): Promise<NotificationStore> {
    const { database, close } = await openTestDatabase(notificationsSchema);
    return new NotificationStore(database, close);
  }

  /** A user in a project of their own. */
  aReader(level: AccessLevel = 'viewer'): TestReader {
    return new TestReader(this, randomUUID(), randomUUID(), level);
  }

  /** Delivers an event to a user; false if it was delivered before. */
  deliver(delivery: Delivery, userId: string): Promise<boolean> {
    return this.database.transaction(() => this.deliveries.deliver(delivery, userId, this.clock.now()));
  }

  /** Announces an event to the audience of its project, except the users in `not`. */
  announce(delivery: Delivery, not: readonly string[] = []): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.projects.lock(delivery.projectId);
      const isNew = await this.announcements.announce(delivery, not, this.clock.now());
      if (isNew) this.notices.announced(delivery.projectId);
      return isNew;
    });
  }

  /** Makes users members, admins or neither, as the next change of the audience. */
  place(
    projectId: string,
    users: readonly { readonly userId: string; readonly level: AccessLevel | null }[],
  ): Promise<void> {
    return this.database.transaction(async () => {
      const known = await this.projects.lock(projectId);
      const changes = users.map(({ userId, level }, index) => ({
        number: known + 1 + index,
        user_id: userId,
        is_member: level !== null,
        is_admin: level === 'admin',
      }));
      await this.projects.follow(projectId, known, changes);
    });
  }

  /** Runs retention at the present time. */
  expire(): Promise<void> {
    return this.retention.work({ signal: new AbortController().signal });
  }
}

/** A user of a project, with short methods for the calls of the service. */
export class TestReader {
  readonly caller: Caller;

  constructor(
    private readonly store: NotificationStore,
    readonly projectId: string,
    readonly userId: string,
    readonly level: AccessLevel,
  ) {
    const permissions = [
      'CAN_VIEW_DATA' as const,
      ...(level === 'admin' ? ['CAN_PERFORM_ADMIN_ACTIONS' as const] : []),
    ];
    const project = { id: projectId, permissions, artifact_publish_mode: 'manual_publish' as const };
    this.caller = aCaller({ user_id: userId, project });
  }

  /** The same user, as an admin or no longer. */
  as(level: AccessLevel): TestReader {
    return new TestReader(this.store, this.projectId, this.userId, level);
  }

  /** Delivers a notification to the reader now, and returns its id. */
  async receives(
    level: AccessLevel = 'viewer',
    type: NotificationType = 'artifact_published',
  ): Promise<string> {
    const { projectId, userId, store } = this;
    const delivery = aDelivery({ projectId, level, type, at: store.clock.now() });
    await store.deliver(delivery, userId);
    const [row] = await store.database.manager.query<{ id: string }[]>(
      'SELECT id FROM notifications WHERE project_id = $1 AND user_id = $2 AND event_id = $3',
      [projectId, userId, delivery.eventId],
    );
    return row?.id ?? '';
  }

  async list(overrides: Partial<ListNotifications> = {}): Promise<readonly Notification[]> {
    return (await this.page(overrides)).results;
  }

  page(overrides: Partial<ListNotifications> = {}): Promise<Page<Notification>> {
    const request = { project_id: this.projectId, limit: 100, offset: 0, ...overrides };
    return this.store.reading.list(request, this.caller);
  }

  /** The ids of a list, in order, after checking that its count is their number. */
  async ids(overrides: Partial<ListNotifications> = {}): Promise<string[]> {
    const { count, results } = await this.page(overrides);
    if (count !== results.length) throw new Error(`${count} are counted and ${results.length} listed.`);
    return results.map(({ id }) => id);
  }

  get(id: string): Promise<Notification> {
    return this.store.reading.get(this.the(id), this.caller);
  }

  async unread(): Promise<number> {
    return (await this.store.reading.unreadCount({ project_id: this.projectId }, this.caller)).count;
  }

  read(id: string): Promise<Notification> {
    return this.store.keeping.mark(this.the(id), this.caller, 'read');
  }

  unreadAgain(id: string): Promise<Notification> {
    return this.store.keeping.mark(this.the(id), this.caller, 'unread');
  }

  readAll(): Promise<NotificationsChanged> {
    return this.store.keeping.markAll({ project_id: this.projectId }, this.caller);
  }

  remove(id: string): Promise<void> {
    return this.store.keeping.remove(this.the(id), this.caller);
  }

  removeRead(): Promise<NotificationsChanged> {
    return this.store.keeping.removeRead({ project_id: this.projectId }, this.caller);
  }

  changes(after?: number, limit = 100): Promise<NotificationChanges> {
    const known = after === undefined ? {} : { after };
    return this.store.following.list({ project_id: this.projectId, limit, ...known }, this.caller);
  }

  private the(notification_id: string) {
    return { project_id: this.projectId, notification_id };
  }
}
