import { imports } from '@pks/contracts';
import { PAYLOAD_BODY, create, routes } from './route.ts';

export const importRoutes = routes(
  'Interviews',
  create('/projects/{project_id}/interviews/import/', imports.calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Import the transcript of an interview that was recorded elsewhere',
    description:
      'Takes a transcript as JSON or as a file (text with `Speaker:` lines, WebVTT, SRT or JSON), which is read in the background: `import_status` is `parsing`, then `completed` or `failed` with the reason.',
    bodyLimit: PAYLOAD_BODY,
    formFile: 'transcript',
  }),
);
