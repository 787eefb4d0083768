import { contract, page, rpc } from '../kit/contract.ts';
import { Integer, ListOf, OneOf, Text, Uuid, Uuids } from '../kit/fields.ts';
import { ProjectPage } from '../requests.ts';
import { ASSIGNMENT, MOST_TOPICS } from './assignment-fields.ts';
import { DraftReference } from './drafts.contract.ts';
import { ChatEntry, Topic } from './interview-views.ts';
import { TEST_RUN_STATUSES, TestRun, type TestRunStatus } from './test-run.ts';

/** Starts a test run of a draft, and abandons the caller's unfinished run. */
export class StartTestRun extends DraftReference {
  @Text({
    ...ASSIGNMENT.language,
    optional: true,
    nullable: true,
    description: 'Overrides the language of the draft.',
  })
  readonly language?: string | null;

  @Integer({
    min: 0,
    max: MOST_TOPICS - 1,
    default: 0,
    description:
      'The index of the topic to begin with, from 0, or of the question if the draft has no topics.',
  })
  readonly started_from_topic_index!: number;

  @Uuids({ default: [], description: 'The ids of topics of the draft to leave out.' })
  readonly skipped_topic_ids!: readonly string[];
}

/** A request about one test run of a draft. */
export class TestRunReference extends DraftReference {
  @Uuid()
  readonly test_run_id!: string;
}

/** An answer to the interviewer of a test run. */
export class TestRunMessage extends TestRunReference {
  @Text({ example: 'The team that sold it calls within a day.' })
  readonly content!: string;
}

/** Continues with another topic. */
export class JumpToTopic extends TestRunReference {
  @Uuid({ description: 'Any topic of the run except the current one.' })
  readonly topic_id!: string;
}

/** A page of the transcript of a test run. */
export class ListTestRunMessages extends ProjectPage {
  @Uuid()
  readonly draft_id!: string;

  @Uuid()
  readonly test_run_id!: string;
}

/** A topic of a test run. */
export class TestRunTopic extends Topic {
  @Uuid({ description: 'The id of the topic in the draft.' })
  readonly id!: string;
}

/** A test run with the progress of its topics. */
export class TestRunDetail extends TestRun {
  @ListOf(TestRunTopic)
  readonly topics!: readonly TestRunTopic[];
}

/** The entries that a message, a jump or the end added to a test run, and the run's progress afterwards. */
export class TestRunStep {
  @ListOf(ChatEntry)
  readonly entries!: readonly ChatEntry[];

  @OneOf(TEST_RUN_STATUSES)
  readonly status!: TestRunStatus;

  @ListOf(TestRunTopic)
  readonly topics!: readonly TestRunTopic[];
}

/** Test runs of drafts: an admin takes the interview before it is sent (api.md Test run, decisions 6). They notify nobody. */
export const testRuns = contract('interviews.test-runs', {
  start: rpc(StartTestRun).by('admin').returns(TestRunDetail),
  get: rpc(TestRunReference).by('admin').returns(TestRunDetail),
  send: rpc(TestRunMessage).by('admin').returns(TestRunStep),
  list: rpc(ListTestRunMessages).by('admin').returns(page(ChatEntry)),
  jump: rpc(JumpToTopic).by('admin').returns(TestRunStep),
  complete: rpc(TestRunReference).by('admin').returns(TestRunStep),
  abandon: rpc(TestRunReference).by('admin').returns(TestRunDetail),
});
