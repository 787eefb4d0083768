import { signals } from '@pks/contracts';
import { act, change, create, get, remove, routes } from '../routing/route.ts';

const { calls } = signals;

const USER_NOT_FOUND = { 404: '`User not found`: the caller was deactivated while the request ran.' };

export const signalRoutes = routes(
  'Signals',
  get('/projects/{project_id}/signals/', calls.list, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'List signals, most recently updated first: admins all, others their own',
  }),
  create('/projects/{project_id}/signals/', calls.submit, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'Submit a signal',
  }),
  get('/projects/{project_id}/signals/counts/', calls.counts, {
    access: 'view',
    errors: [401, 403, 404],
    summary: 'Count the signals that the caller sees, by status and sentiment',
  }),
  get('/projects/{project_id}/signals/grouped_by_conversation/', calls.groupedByConversation, {
    access: 'view',
    errors: [400, 401, 403, 404],
    summary: 'List signals by their conversations, most recently updated first',
  }),
  act('/projects/{project_id}/signals/mark_conversation_reviewed/', calls.markConversationReviewed, {
    access: 'admin',
    errors: [400, 401, 403, 404],
    alsoSays: USER_NOT_FOUND,
    summary: 'Close all open signals of a conversation',
  }),
  get('/projects/{project_id}/signals/{signal_id}/', calls.get, {
    access: 'view',
    errors: [401, 403, 404],
    summary: 'Get a signal',
  }),
  change('/projects/{project_id}/signals/{signal_id}/', calls.update, {
    access: 'view',
    errors: [400, 401, 403, 404],
    alsoSays: USER_NOT_FOUND,
    summary: 'Change, close or reopen a signal: admins any, others their own',
  }),
  remove('/projects/{project_id}/signals/{signal_id}/', calls.remove, {
    access: 'admin',
    errors: [401, 403, 404],
    summary: 'Delete a signal',
  }),
);
