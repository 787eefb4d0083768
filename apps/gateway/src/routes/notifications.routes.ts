import { notifications } from '@pks/contracts';
import { act, get, impersonable, remove, routes, stream } from './route.ts';

const { calls } = notifications;

export const notificationRoutes = impersonable(
  routes(
    'Notifications',
    get('/projects/{project_id}/notifications/', calls.list, {
      errors: [400, 401, 403, 404],
      summary: 'List the notifications that are unread or were read in the last 7 days, newest first',
    }),
    get('/projects/{project_id}/notifications/unread-count/', calls.unreadCount, {
      errors: [401, 403, 404],
      summary: 'Count the unread notifications',
    }),
    stream('/projects/{project_id}/notifications/stream/', calls.changes, {
      errors: [400, 401, 403, 404],
      summary: 'Stream new, changed and deleted notifications as they happen',
    }),
    act('/projects/{project_id}/notifications/mark-all-as-read/', calls.markAllAsRead, {
      errors: [401, 403, 404],
      summary: 'Mark all notifications as read',
    }),
    act('/projects/{project_id}/notifications/delete-read/', calls.removeRead, {
      errors: [401, 403, 404],
      summary: 'Delete all notifications that were read',
    }),
    get('/projects/{project_id}/notifications/{notification_id}/', calls.get, {
      errors: [401, 403, 404],
      summary: 'Get a notification',
    }),
    act('/projects/{project_id}/notifications/{notification_id}/mark-as-read/', calls.markAsRead, {
      errors: [401, 403, 404],
      summary: 'Mark a notification as read; one that was read keeps its time',
    }),
    act('/projects/{project_id}/notifications/{notification_id}/mark-as-unread/', calls.markAsUnread, {
      errors: [401, 403, 404],
      summary: 'Mark a notification as unread',
    }),
    remove('/projects/{project_id}/notifications/{notification_id}/', calls.remove, {
      errors: [401, 403, 404],
      summary: 'Delete a notification',
    }),
  ),
);
