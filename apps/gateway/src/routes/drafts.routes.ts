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
    description: 'Saved preparations of interviews, with their test runs.',
  }),
  create('/projects/{project_id}/interview-drafts/', calls.create, {
    errors: [400, 401, 403, 404],
    summary: 'Save a new draft, which may be unfinished',
    description:
      'Saves what is known so far; every field is optional. Nothing is sent until the interview is assigned with the `draft_id`.',
  }),
  get('/projects/{project_id}/interview-drafts/{draft_id}/', calls.get, {
    errors: [401, 403, 404],
    summary: 'Get a draft',
    description: 'A draft with its test runs.',
  }),
  change('/projects/{project_id}/interview-drafts/{draft_id}/', calls.update, {
    errors: [400, 401, 403, 404],
    summary: 'Change fields of a draft',
    description:
      'Changes the given fields and leaves the others. Test runs under way say that the draft has changed.',
  }),
  remove('/projects/{project_id}/interview-drafts/{draft_id}/', calls.remove, {
    errors: [401, 403, 404],
    summary: 'Discard a draft',
    description: 'Deletes the draft and its test runs; no e-mail is sent.',
  }),
  create('/projects/{project_id}/interview-drafts/{draft_id}/clone/', calls.clone, {
    errors: [401, 403, 404],
    summary: 'Copy a draft into a new one; nothing is sent',
    description: 'Copies recipients, schedule, reminders, campaign and name, for a second round.',
  }),
  create('/projects/{project_id}/interview-drafts/{draft_id}/test-runs/', ofTestRuns.start, {
    errors: [400, 401, 403, 404],
    summary: 'Start a test run of a draft, and abandon the caller’s unfinished one',
    description:
      'Lets the author take the interview themselves, from any topic on, before anybody is invited. It is recorded with the draft and with nothing else.',
  }),
  get(TEST_RUN, ofTestRuns.get, {
    errors: [401, 403, 404],
    summary: 'Get a test run',
    description: 'The progress of a test run, and the topics that were skipped.',
  }),
  create(`${TEST_RUN}messages/`, ofTestRuns.send, {
    errors: [400, 401, 403, 404],
    summary: 'Answer the interviewer of a test run',
    description: 'Records the answer, and returns the interviewer’s next turn.',
  }),
  get(`${TEST_RUN}messages/`, ofTestRuns.list, {
    errors: [400, 401, 403, 404],
    summary: 'List the transcript of a test run, in order',
    description: 'All questions and answers, including those of topics that were left.',
  }),
  act(`${TEST_RUN}jump/`, ofTestRuns.jump, {
    errors: [400, 401, 403, 404],
    summary: 'Jump to another topic',
    description:
      'Leaves the current topic and continues with another one, so that authors can try a part of the interview.',
  }),
  act(`${TEST_RUN}complete/`, ofTestRuns.complete, {
    errors: [400, 401, 403, 404],
    summary: 'Complete a test run before its last question',
    description: 'Ends a test run as if its last question had been answered.',
  }),
  act(`${TEST_RUN}abandon/`, ofTestRuns.abandon, {
    errors: [400, 401, 403, 404],
    summary: 'Abandon a test run',
    description: 'Ends a test run early. It stays in the list.',
  }),
);
