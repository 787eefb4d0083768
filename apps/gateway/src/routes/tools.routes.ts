import { toolRuns, tools } from '@pks/contracts';
import { act, change, create, get, remove, routes } from './route.ts';

const { calls } = tools;
const { calls: runs } = toolRuns;

export const toolRoutes = routes(
  'Tools',
  get('/projects/{project_id}/tools/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the tools of a project, oldest first',
  }),
  create('/projects/{project_id}/tools/', calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Create a tool',
  }),
  act('/projects/{project_id}/tools/import/', calls.import, {
    errors: [400, 401, 403, 404],
    summary: 'Import a tool of another project: for admins of both',
  }),
  get('/projects/{project_id}/tools/{tool_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a tool with its configuration',
  }),
  change('/projects/{project_id}/tools/{tool_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Change a tool, unless it is imported',
  }),
  remove('/projects/{project_id}/tools/{tool_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Delete a tool, unless it is imported, with its imports in other projects',
  }),
  get('/projects/{project_id}/tools/{tool_id}/parameters/', calls.parameters, {
    errors: [401, 403, 404],
    summary: 'List the parameters that a tool is run with',
  }),
  act('/projects/{project_id}/tools/{tool_id}/run/', runs.run, {
    errors: [400, 401, 403, 404],
    summary: 'Run a tool; the body has the values of its parameters, by their ids',
    bodyIs: 'parameters',
  }),
  get('/projects/{project_id}/tools/{tool_id}/runs/', runs.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the runs of a tool, newest first',
  }),
);
