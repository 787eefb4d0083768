import { assignment, campaigns, interviewFeed, interviewees, interviews, reminders } from '@pks/contracts';
import { act, change, create, get, remove, routes } from './route.ts';

const { calls } = interviews;

export const interviewRoutes = routes(
  'Interviews',
  get('/projects/{project_id}/interview-campaigns/', campaigns.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List campaigns, newest first',
    description: 'Named groups of interviews. A campaign is made by the first assignment that names it.',
  }),
  change('/projects/{project_id}/interview-campaigns/{campaign_id}/', campaigns.calls.rename, {
    errors: [400, 401, 403, 404],
    summary: 'Rename a campaign',
    description:
      'Names are unique in a project without regard to case. Drafts of the campaign name it by its new name. Campaigns are neither created nor deleted here.',
  }),
  get('/projects/{project_id}/interviews/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List interviews, newest first (admins all; others those that they take or created)',
    description:
      'Filter by `status` (several, separated by commas), `campaign`, `type` or `text`, which looks in names and transcripts; `assigned_to=me` selects what the caller has to take.',
  }),
  get('/projects/{project_id}/interviews/feed/', interviewFeed.calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List campaigns with their progress, and the interviews that are in none, newest first',
    description:
      'One list for a board: a row for each campaign with its progress, and a row for each interview outside of campaigns. `status_counts` counts all interviews of the project.',
  }),
  get('/projects/{project_id}/interviews/assignable-users/', interviewees.calls.assignable, {
    errors: [401, 403, 404],
    summary: 'List the people to whom interviews can be assigned: members and pending invites, by e-mail',
    description:
      'Members of the profiles `tech` and `contributor`, and pending invites of these. Addresses to which nothing can be assigned are listed apart.',
  }),
  create('/projects/{project_id}/interviews/assign/', assignment.calls.assign, {
    errors: [400, 401, 403, 404],
    summary: 'Assign interviews, one per person: either all or none',
    description:
      'Makes an interview for each of `assignee_ids` and `invite_emails`, and sends an e-mail to each, now or at `scheduled_send_at`. An interview asks its `questions`; a `guided-interview` works through its `topics`. Reminders are sent as they say. `draft_id` is the draft that this sends, which is deleted with it.',
  }),
  get('/projects/{project_id}/interviews/{interview_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get an interview with its transcript',
    description:
      'The interview with its agenda, its memory and all entries of the transcript. Only its assignee, who created it, and admins see it.',
  }),
  remove('/projects/{project_id}/interviews/{interview_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Delete an interview with its transcript',
    description:
      'Deletes the interview with its transcript, and ends its reminders. What was written to artifacts stays.',
  }),
  act('/projects/{project_id}/interviews/{interview_id}/stop-reminders/', reminders.calls.stop, {
    errors: [400, 401, 403, 404],
    errorNotes: { 404: '`User not found`: the caller was deactivated while the request ran.' },
    summary: 'Stop the automatic reminders of an interview permanently',
    description:
      'No automatic reminder is sent any more; one can still be sent by hand. 400 for an interview without reminders.',
  }),
  act('/projects/{project_id}/interviews/{interview_id}/send-reminder/', reminders.calls.send, {
    errors: [400, 401, 403, 404],
    summary: 'Send a reminder of an interview now, at most once a minute',
    description:
      'Sends an e-mail to the assignee now, whatever the schedule says; the interview itself, where the assignee was away when it was due, or a member has got the address that was invited. 400 when the interview is not due yet or is completed, and when the assignee is no longer a member or may not view the project.',
  }),
  act(
    '/projects/{project_id}/interviews/{interview_id}/stop-reminders-by-mail/',
    reminders.calls.stopByToken,
    {
      errors: [400, 404],
      errorNotes: { 404: 'So is any other token than that of the interview.' },
      summary: 'Stop the reminders of an interview permanently, with the token from one of them',
      description:
        'What the link and the unsubscribe header of a reminder lead to: it needs no credential but the token in the e-mail (RFC 8058).',
      ignoresForm: true,
    },
  ),
);
