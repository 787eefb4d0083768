import { drafts } from '@pks/contracts';
import { change, create, get, remove, routes } from './route.ts';

const { calls } = drafts;

export const draftRoutes = routes(
  'Interview drafts',
  get('/projects/{project_id}/interview-drafts/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List drafts of interviews, newest first',
  }),
  create('/projects/{project_id}/interview-drafts/', calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Save a new draft, which may be unfinished',
  }),
  get('/projects/{project_id}/interview-drafts/{draft_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a draft',
  }),
  change('/projects/{project_id}/interview-drafts/{draft_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Change fields of a draft',
  }),
  remove('/projects/{project_id}/interview-drafts/{draft_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Discard a draft',
  }),
  create('/projects/{project_id}/interview-drafts/{draft_id}/clone/', calls.clone, {
    errors: [401, 403, 404],
    summary: 'Copy a draft into a new one; nothing is sent',
  }),
);
