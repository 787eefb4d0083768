import { notifications } from '@pks/contracts';
import { act, get, impersonable, remove, routes, stream } from './route.ts';

const { calls } = notifications;

export const notificationRoutes = impersonable(
  routes(
    'Notifications',
    get('/projects/{project_id}/notifications/', calls.list, {
      errors: [400, 401, 403, 404],
      summary: 'List the notifications that are unread or were read in the last 7 days, newest first',
      description:
        'Events that concern the caller. Filter by `status` and `notification_type`. Notifications that were read more than 7 days ago are left out; unread ones are deleted after a year.',
    }),
    get('/projects/{project_id}/notifications/unread-count/', calls.unreadCount, {
      errors: [401, 403, 404],
      summary: 'Count the unread notifications',
      description: 'The number on a notification bell. Clients that show it live follow the stream instead.',
    }),
    stream('/projects/{project_id}/notifications/stream/', calls.changes, {
      errors: [400, 401, 403, 404],
      summary: 'Stream new, changed and deleted notifications as they happen',
      description:
        'Server-sent events: `created`, `changed` and `deleted` notifications of the caller; `all_read` and `read_deleted` are about all of them. After an interruption, send the last `id` as `Last-Event-ID`: nothing is missed or repeated, or there is a `reset`: what was listed may be out of date, so list again.',
    }),
    act('/projects/{project_id}/notifications/mark-all-as-read/', calls.markAllAsRead, {
      errors: [401, 403, 404],
      summary: 'Mark all notifications as read',
      description: 'Marks all unread notifications as read, and returns how many there were.',
    }),
    act('/projects/{project_id}/notifications/delete-read/', calls.removeRead, {
      errors: [401, 403, 404],
      summary: 'Delete all notifications that were read',
      description: 'Deletes all notifications that were read, and returns how many there were.',
    }),
    get('/projects/{project_id}/notifications/{notification_id}/', calls.get, {
      errors: [401, 403, 404],
      summary: 'Get a notification',
      description:
        'One notification. A notification of another user is not found, nor is one for admins if the caller is not an admin.',
    }),
    act('/projects/{project_id}/notifications/{notification_id}/mark-as-read/', calls.markAsRead, {
      errors: [401, 403, 404],
      summary: 'Mark a notification as read',
      description: 'Sets `read_at`. A notification that is already read keeps its time.',
    }),
    act('/projects/{project_id}/notifications/{notification_id}/mark-as-unread/', calls.markAsUnread, {
      errors: [401, 403, 404],
      summary: 'Mark a notification as unread',
      description: 'Clears `read_at`, so that the notification counts as unread again.',
    }),
    remove('/projects/{project_id}/notifications/{notification_id}/', calls.remove, {
      errors: [401, 403, 404],
      summary: 'Delete a notification',
      description: 'Deletes the notification for the caller only.',
    }),
  ),
);
