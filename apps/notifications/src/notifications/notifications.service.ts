import { Injectable } from '@nestjs/common';
import type {
  Caller,
  FoundCount,
  InProject,
  ListNotifications,
  Notification,
  NotificationReference,
  Page,
  UnreadCount,
} from '@pks/contracts';
import { Clock } from '@pks/platform';
import { NotificationListsRepository } from './notification-lists.repository.ts';
import { viewOf } from './notification-row.ts';
import { NotificationsRepository } from './notifications.repository.ts';
import { readerOf } from './reader.ts';

/** How long read notifications are listed (decisions 8). */
const LISTED_MS = 7 * 24 * 60 * 60_000;

/** The notifications of the effective user. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly lists: NotificationListsRepository,
    private readonly clock: Clock,
  ) {}

  /** The unread notifications, and those read in the last 7 days, newest first. */
  async list(request: ListNotifications, caller: Caller): Promise<Page<Notification> & FoundCount> {
    const now = this.clock.now();
    const readAfter = new Date(now.getTime() - LISTED_MS);
    const page = await this.lists.list(readerOf(caller, request.project_id), readAfter, request);
    return { ...page, results: page.results.map((row) => viewOf(row, now)) };
  }

  /** @throws NotFound also for another user's, and for one on a level that the caller does not see. */
  async get({ project_id, notification_id }: NotificationReference, caller: Caller): Promise<Notification> {
    const row = await this.notifications.find(readerOf(caller, project_id), notification_id);
    return viewOf(row, this.clock.now());
  }

  async unreadCount({ project_id }: InProject, caller: Caller): Promise<UnreadCount> {
    return { count: await this.notifications.countUnread(readerOf(caller, project_id)) };
  }
}
