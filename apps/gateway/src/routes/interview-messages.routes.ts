import { interviewMessages } from '@pks/contracts';
import { act, create, get, routes } from './route.ts';

const { calls } = interviewMessages;

export const messageRoutes = routes(
  'Interviews',
  create('/projects/{project_id}/interviews/{interview_id}/messages/', calls.send, {
    errors: [400, 401, 403, 404],
    summary: 'Answer the interviewer (only the assignee); the first answer begins the interview',
    description:
      'Records the answer of the assignee, and returns it with the interviewer’s next turn. Send a `client_message_id`: when the response is lost, the same one again gets the same entries, and nothing is recorded twice.',
  }),
  get('/projects/{project_id}/interviews/{interview_id}/messages/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the transcript of an interview, in order',
    description: 'All entries, or those after the entry `after`, for clients that poll.',
  }),
  act('/projects/{project_id}/interviews/{interview_id}/complete/', calls.complete, {
    errors: [400, 401, 403, 404],
    summary: 'Complete an interview (its assignee, or an admin)',
    description:
      'Ends the interview before its last question. Its reminders end, its assigner is notified, and search finds it.',
  }),
);
