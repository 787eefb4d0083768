import { interviewMessages } from '@pks/contracts';
import { act, create, get, routes } from './route.ts';

const { calls } = interviewMessages;

export const messageRoutes = routes(
  'Interviews',
  create('/projects/{project_id}/interviews/{interview_id}/messages/', calls.send, {
    errors: [400, 401, 403, 404],
    summary: 'Answer the interviewer: its assignee alone; the first answer begins the interview',
  }),
  get('/projects/{project_id}/interviews/{interview_id}/messages/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the transcript of an interview, in order',
  }),
  act('/projects/{project_id}/interviews/{interview_id}/complete/', calls.complete, {
    errors: [400, 401, 403, 404],
    summary: 'Complete an interview: its assignee and admins',
  }),
);
