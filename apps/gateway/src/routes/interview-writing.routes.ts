import { interviewWriting } from '@pks/contracts';
import { create, routes } from './route.ts';

export const interviewWritingRoutes = routes(
  'Interviews',
  create('/projects/{project_id}/interviews/{interview_id}/write/', interviewWriting.calls.write, {
    errors: [400, 401, 403, 404],
    summary: 'Write a completed interview to an artifact as a new version, once (write scope `global`)',
    description:
      'Appends what was said to the artifact that the body names, as a new version of the caller. It is done once for an interview; interviews of the write scope `local` stay in their conversation.',
  }),
);
