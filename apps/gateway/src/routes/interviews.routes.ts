import { assignment, campaigns, interviewFeed, interviewees, interviews, reminders } from '@pks/contracts';
import { act, change, create, get, remove, routes } from './route.ts';

const { calls } = interviews;

export const interviewRoutes = routes(
  'Interviews',
  get('/projects/{project_id}/interview-campaigns/', campaigns.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List campaigns, newest first',
  }),
  change('/projects/{project_id}/interview-campaigns/{campaign_id}/', campaigns.calls.rename, {
    errors: [400, 401, 403, 404],
    summary: 'Rename a campaign',
  }),
  get('/projects/{project_id}/interviews/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List interviews, newest first: all for admins, those that they take or created for others',
  }),
  get('/projects/{project_id}/interviews/feed/', interviewFeed.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List campaigns with their progress, and the interviews that are in none, newest first',
  }),
  get('/projects/{project_id}/interviews/assignable-users/', interviewees.calls.assignable, {
    errors: [401, 403, 404],
    summary: 'List the people to whom interviews can be assigned: members and pending invites, by e-mail',
  }),
  create('/projects/{project_id}/interviews/assign/', assignment.calls.assign, {
    errors: [400, 401, 403, 404],
    summary: 'Assign interviews, one per person: all, or none',
  }),
  get('/projects/{project_id}/interviews/{interview_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get an interview with its transcript',
  }),
  remove('/projects/{project_id}/interviews/{interview_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Delete an interview with its transcript',
  }),
  act('/projects/{project_id}/interviews/{interview_id}/stop-reminders/', reminders.calls.stop, {
    errors: [400, 401, 403, 404],
    errorNotes: { 404: '`User not found`: the caller was deactivated while the request ran.' },
    summary: 'Stop the automatic reminders of an interview for ever',
  }),
  act('/projects/{project_id}/interviews/{interview_id}/send-reminder/', reminders.calls.send, {
    errors: [400, 401, 403, 404],
    summary: 'Send a reminder of an interview now, at most once a minute',
  }),
  act(
    '/projects/{project_id}/interviews/{interview_id}/stop-reminders-by-mail/',
    reminders.calls.stopByToken,
    {
      errors: [400, 404],
      errorNotes: { 404: 'So is any other token than that of the interview.' },
      summary: 'Stop the reminders of an interview permanently, with the token from one of them',
      ignoresForm: true,
    },
  ),
);
