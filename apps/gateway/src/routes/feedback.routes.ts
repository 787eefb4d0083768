import { signals } from '@pks/contracts';
import { act, change, create, get, remove, routes } from './route.ts';

const { calls } = signals;

const USER_NOT_FOUND = { 404: '`User not found`: the caller was deactivated while the request ran.' };

export const signalRoutes = routes(
  'Signals',
  get('/projects/{project_id}/signals/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List signals, most recently updated first: all for admins, their own for others',
  }),
  create('/projects/{project_id}/signals/', calls.submit, {
    errors: [400, 401, 403, 404],
    summary: 'Submit a signal',
  }),
  get('/projects/{project_id}/signals/counts/', calls.counts, {
    errors: [401, 403, 404],
    summary: 'Count the signals that are visible to the caller, by status and sentiment',
  }),
  get('/projects/{project_id}/signals/grouped_by_conversation/', calls.groupedByConversation, {
    errors: [400, 401, 403, 404],
    summary: 'List signals grouped by conversation, most recently updated first',
  }),
  act('/projects/{project_id}/signals/mark_conversation_reviewed/', calls.markConversationReviewed, {
    errors: [400, 401, 403, 404],
    errorNotes: USER_NOT_FOUND,
    summary: 'Close all open signals of a conversation',
  }),
  get('/projects/{project_id}/signals/{signal_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a signal',
  }),
  change('/projects/{project_id}/signals/{signal_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    errorNotes: USER_NOT_FOUND,
    summary: 'Change, close or reopen a signal: any for admins, their own for others',
  }),
  remove('/projects/{project_id}/signals/{signal_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Delete a signal',
  }),
);
