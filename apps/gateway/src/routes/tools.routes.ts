import { toolRuns, tools } from '@pks/contracts';
import { act, change, create, get, remove, routes } from './route.ts';

const { calls } = tools;
const { calls: runs } = toolRuns;

const IMPORTED = {
  403: 'Of an imported tool: `An imported tool can be changed in its own project alone.`',
};

export const toolRoutes = routes(
  'Tools',
  get('/projects/{project_id}/tools/', calls.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the tools of a project, oldest first',
    description:
      'What agents of the project can run: its own tools and those that it imported. Filter by `tool_type`.',
  }),
  create('/projects/{project_id}/tools/', calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Create a tool',
    description:
      'Creates a tool; its `configuration` depends on its type. `websearch` needs a search engine, and `sub_agent` a language model, that the installation configures. A project has 500 tools at most.',
  }),
  act('/projects/{project_id}/tools/import/', calls.import, {
    errors: [400, 401, 403, 404],
    summary: 'Import a tool of another project (for admins of both)',
    description:
      'The tool keeps its id, follows the original, works on the knowledge of the project that runs it, and leaves when the original is deleted.',
  }),
  get('/projects/{project_id}/tools/{tool_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a tool with its configuration',
    description: 'A tool with its configuration.',
  }),
  change('/projects/{project_id}/tools/{tool_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    errorNotes: IMPORTED,
    summary: 'Change a tool, unless it is imported',
    description:
      'Changes the given fields, also for the projects that imported the tool. The type cannot be changed. An imported tool is changed in the project that owns it.',
  }),
  remove('/projects/{project_id}/tools/{tool_id}/', calls.remove, {
    errors: [401, 403, 404],
    errorNotes: IMPORTED,
    summary: 'Delete a tool, unless it is imported, with its imports in other projects',
    description:
      'Deletes a tool, and its imports in other projects. An imported tool is deleted in the project that owns it.',
  }),
  get('/projects/{project_id}/tools/{tool_id}/parameters/', calls.parameters, {
    errors: [401, 403],
    summary: 'List the parameters of a tool',
    description:
      'Which keys the body of a run has, with their types and defaults. They depend on the type and the configuration: a tool with tags to include has `included_tags`, for example.',
  }),
  act('/projects/{project_id}/tools/{tool_id}/run/', runs.run, {
    errors: [400, 401, 403, 404],
    summary: 'Run a tool with the values of its parameters, by their ids',
    description:
      'Runs the tool as the caller: it finds nothing that they may not read. The response is a list of results, whose form depends on the type. A wrong parameter is 400 and says which; a run that takes longer than 30 seconds is 504. Send an `Idempotency-Key`, and a repetition does not run again.',
    bodyIs: 'parameters',
    isRun: true,
  }),
  get('/projects/{project_id}/tools/{tool_id}/runs/', runs.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the runs of a tool, newest first',
    description:
      'The runs of the last 30 days: who ran the tool when, with which values, how long it took, and how it ended.',
  }),
);
