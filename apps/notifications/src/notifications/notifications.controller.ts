import {
  type Caller,
  type InProject,
  type ListChanges,
  type ListNotifications,
  type Notification,
  type NotificationChanges,
  type NotificationReference,
  type NotificationsChanged,
  type Page,
  type UnreadCount,
  notifications,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { NotificationChangesService } from './notification-changes.service.ts';
import { NotificationKeeping } from './notification-keeping.ts';
import { NotificationsService } from './notifications.service.ts';

@Serves(notifications)
export class NotificationsController implements Service<typeof notifications> {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly keeping: NotificationKeeping,
    private readonly following: NotificationChangesService,
  ) {}

  list(request: ListNotifications, caller: Caller): Promise<Page<Notification>> {
    return this.notifications.list(request, caller);
  }

  get(request: NotificationReference, caller: Caller): Promise<Notification> {
    return this.notifications.get(request, caller);
  }

  unreadCount(request: InProject, caller: Caller): Promise<UnreadCount> {
    return this.notifications.unreadCount(request, caller);
  }

  markAsRead(request: NotificationReference, caller: Caller): Promise<Notification> {
    return this.keeping.mark(request, caller, 'read');
  }

  markAsUnread(request: NotificationReference, caller: Caller): Promise<Notification> {
    return this.keeping.mark(request, caller, 'unread');
  }

  markAllAsRead(request: InProject, caller: Caller): Promise<NotificationsChanged> {
    return this.keeping.markAll(request, caller);
  }

  remove(request: NotificationReference, caller: Caller): Promise<void> {
    return this.keeping.remove(request, caller);
  }

  removeRead(request: InProject, caller: Caller): Promise<NotificationsChanged> {
    return this.keeping.removeRead(request, caller);
  }

  changes(request: ListChanges, caller: Caller): Promise<NotificationChanges> {
    return this.following.list(request, caller);
  }
}
