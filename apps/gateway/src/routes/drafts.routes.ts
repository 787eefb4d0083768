import { drafts, testRuns } from '@pks/contracts';
import { act, change, create, get, remove, routes } from './route.ts';

const { calls } = drafts;
const ofTestRuns = testRuns.calls;

const TEST_RUN = '/projects/{project_id}/interview-drafts/{draft_id}/test-runs/{test_run_id}/';

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
  create('/projects/{project_id}/interview-drafts/{draft_id}/test-runs/', ofTestRuns.start, {
    errors: [400, 401, 403, 404],
    summary: 'Try the interview of a draft; a run that the caller has not finished is abandoned',
  }),
  get(TEST_RUN, ofTestRuns.get, {
    errors: [401, 403, 404],
    summary: 'Get a test run',
  }),
  create(`${TEST_RUN}messages/`, ofTestRuns.send, {
    errors: [400, 401, 403, 404],
    summary: 'Answer the interviewer of a test run',
  }),
  get(`${TEST_RUN}messages/`, ofTestRuns.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the transcript of a test run, in order',
  }),
  act(`${TEST_RUN}jump/`, ofTestRuns.jump, {
    errors: [400, 401, 403, 404],
    summary: 'Go on with another topic',
  }),
  act(`${TEST_RUN}complete/`, ofTestRuns.complete, {
    errors: [400, 401, 403, 404],
    summary: 'Complete a test run before its last question',
  }),
  act(`${TEST_RUN}abandon/`, ofTestRuns.abandon, {
    errors: [400, 401, 403, 404],
    summary: 'Abandon a test run',
  }),
);
