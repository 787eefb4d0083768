import { signals } from '@pks/contracts';
import { act, change, create, get, remove, routes } from './route.ts';

const { calls } = signals;

const USER_NOT_FOUND = { 404: '`User not found`: the caller was deactivated while the request ran.' };

export const signalRoutes = routes(
  'Signals',
  get('/projects/{project_id}/signals/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List signals, most recently updated first (admins all; others their own)',
    description:
      'Feedback about the content of the project. Admins see all, others what they submitted. `sentiment=actionable` selects negative and neutral ones; `search` looks in the text and in the submitter’s e-mail.',
  }),
  create('/projects/{project_id}/signals/', calls.submit, {
    errors: [400, 401, 403, 404],
    summary: 'Submit a signal',
    description:
      'Says that something is wrong, missing or good; `is_positive` null is neutral. `context` holds whatever the client knows about the place, and is returned unchanged. With `conversation_id` and `query_id` in it, the signal shows the question that it is about. Admins are notified, and an action is suggested in the background.',
  }),
  get('/projects/{project_id}/signals/counts/', calls.counts, {
    errors: [401, 403, 404],
    summary: 'Count the signals that are visible to the caller, by status and sentiment',
    description:
      'The counts above a review board: signals by status and sentiment, and the conversations that have something to review.',
  }),
  get('/projects/{project_id}/signals/grouped_by_conversation/', calls.groupedByConversation, {
    errors: [400, 401, 403, 404],
    summary: 'List signals grouped by conversation, most recently updated first',
    description:
      'A review board by conversation: each group has counts and signals. A signal without a conversation is a group of its own. `count` counts groups.',
  }),
  act('/projects/{project_id}/signals/mark_conversation_reviewed/', calls.markConversationReviewed, {
    errors: [400, 401, 403, 404],
    errorNotes: USER_NOT_FOUND,
    summary: 'Close all open signals of a conversation',
    description: 'Closes all open signals of one conversation, and returns how many there were.',
  }),
  get('/projects/{project_id}/signals/{signal_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a signal',
    description: 'One signal with its suggested action. A signal that the caller may not see is not found.',
  }),
  change('/projects/{project_id}/signals/{signal_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    errorNotes: USER_NOT_FOUND,
    summary: 'Change, close or reopen a signal (admins any, others their own)',
    description:
      '`reviewed` and `dismissed` close a signal, `to_review` opens it again and clears who closed it and when. The submitter is notified when somebody else closes it.',
  }),
  remove('/projects/{project_id}/signals/{signal_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Delete a signal',
    description: 'Permanently deletes a signal. To close one, change its status instead.',
  }),
);
