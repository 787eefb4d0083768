import { notifications } from '@pks/contracts';
import { act, get, impersonable, remove, routes, stream } from '../routing/route.ts';

const { calls } = notifications;

export const notificationRoutes = impersonable(
  routes(
    'Notifications',
    get('/projects/{project_id}/notifications/', calls.list, {
      access: 'view',
      errors: [400, 401, 403, 404],
      summary: 'List what is unread, and what was read in the last 7 days, newest first',
    }),
    get('/projects/{project_id}/notifications/unread-count/', calls.unreadCount, {
      access: 'view',
      errors: [401, 403, 404],
      summary: 'Count what is unread',
    }),
    stream('/projects/{project_id}/notifications/stream/', calls.changes, {
      access: 'view',
      errors: [400, 401, 403, 404],
      summary: 'Hear of notifications that are new, changed or deleted, as it happens',
    }),
    act('/projects/{project_id}/notifications/mark-all-as-read/', calls.markAllAsRead, {
      access: 'view',
      errors: [401, 403, 404],
      summary: 'Mark all notifications as read',
    }),
    act('/projects/{project_id}/notifications/delete-read/', calls.removeRead, {
      access: 'view',
      errors: [401, 403, 404],
      summary: 'Delete all notifications that are read',
    }),
    get('/projects/{project_id}/notifications/{notification_id}/', calls.get, {
      access: 'view',
      errors: [401, 403, 404],
      summary: 'Get a notification',
    }),
    act('/projects/{project_id}/notifications/{notification_id}/mark-as-read/', calls.markAsRead, {
      access: 'view',
      errors: [401, 403, 404],
      summary: 'Mark a notification as read; it keeps the time of the first time',
    }),
    act('/projects/{project_id}/notifications/{notification_id}/mark-as-unread/', calls.markAsUnread, {
      access: 'view',
      errors: [401, 403, 404],
      summary: 'Mark a notification as unread',
    }),
    remove('/projects/{project_id}/notifications/{notification_id}/', calls.remove, {
      access: 'view',
      errors: [401, 403, 404],
      summary: 'Delete a notification',
    }),
  ),
);
