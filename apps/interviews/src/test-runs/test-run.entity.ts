import { Invalid, NotPossible, Participant, changeTime } from '@pks/platform';
import { Check, Entity, ForeignKey, Index } from 'typeorm';
import { v7 } from 'uuid';
import { MOST_ENTRIES } from '../conversation/taking.ts';
import { withStatus } from '../conversation/saying.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { TestRunColumns } from './test-run-columns.entity.ts';

/** The fields of a new test run. */
export type NewTestRun = Pick<
  TestRun,
  | 'projectId'
  | 'draftId'
  | 'createdById'
  | 'parameters'
  | 'topics'
  | 'startedFromTopicIndex'
  | 'startedFromTopicTitle'
  | 'skippedTopicIds'
  | 'draftUpdatedAt'
  | 'createdAt'
>;

/** The status and the topics of a run after a step. */
export type Progress = Pick<TestRun, 'status' | 'topics'>;

/** A jump within a run, between the places of two topics. */
export interface Jump {
  readonly from: number;
  readonly to: number;
}

/** The most jumps of a run. */
const MOST_JUMPS = 100;

/** The size of a run's JSON without its title, its jumps and the ids of skipped topics. Bytes. */
const FRAME_BYTES = 600;

const COMPLETED = 'This test run is completed.';
const ABANDONED = 'This test run was abandoned: start another one.';
const TOO_LONG = `This test run has reached its limit of ${MOST_ENTRIES} messages.`;
const TOO_MANY_JUMPS = `This test run has reached its limit of ${MOST_JUMPS} jumps.`;
const NO_TOPIC = 'There is no such topic in this test run.';
const SAME_TOPIC = 'This topic is being talked about.';

/** A trial by an admin of a draft's interview, as the draft was when the run began (api.md, Test run). */
@Entity('test_runs')
@Index('test_runs_newest', { synchronize: false })
@ForeignKey(() => Draft, ['projectId', 'draftId'], ['projectId', 'id'], {
  name: 'test_runs_draft',
  onDelete: 'CASCADE',
})
@ForeignKey(() => Participant, ['projectId', 'createdById'], ['projectId', 'userId'], {
  name: 'test_runs_created_by',
})
@Check('test_runs_status', `status IN ('pending', 'in_progress', 'completed', 'abandoned')`)
export class TestRun extends TestRunColumns {
  /** A new run without answers. */
  static of(fields: NewTestRun): TestRun {
    const run = Object.assign(new TestRun(), fields, {
      id: v7(),
      status: 'pending' as const,
      jumps: [],
      messageCount: 0,
      updatedAt: fields.createdAt,
    });
    run.measure();
    return run;
  }

  /** Begins the transcript with the interviewer's first turn; the run stays pending. */
  open(): void {
    this.messageCount = 1;
  }

  get isFinished(): boolean {
    return this.status === 'completed' || this.status === 'abandoned';
  }

  /** @throws NotPossible once the run is completed or abandoned, or its transcript is full. */
  assertGoesOn(): void {
    this.assertUnfinished();
    if (this.messageCount + 2 > MOST_ENTRIES) throw new NotPossible(TOO_LONG);
  }

  /** @throws NotPossible once the run is completed or abandoned. */
  assertUnfinished(): void {
    if (this.status === 'completed') throw new NotPossible(COMPLETED);
    if (this.status === 'abandoned') throw new NotPossible(ABANDONED);
  }

  /** Applies a step, by which its transcript grows by this many entries. */
  advance(progress: Progress, entries: number, now: Date): void {
    Object.assign(this, progress);
    this.messageCount += entries;
    this.touch(now);
  }

  /** The jump from the current topic to another one. @throws Invalid; NotPossible after too many jumps. */
  jumpTo(topicId: string, asked: number | null): Jump {
    const to = this.topics.findIndex(({ id }) => id === topicId);
    if (to < 0 || asked === null) throw Invalid.field('topic_id', NO_TOPIC);
    if (to === asked) throw Invalid.field('topic_id', SAME_TOPIC);
    if (this.jumps.length >= MOST_JUMPS) throw new NotPossible(TOO_MANY_JUMPS);
    return { from: asked, to };
  }

  /** Goes on with another topic; the topic before becomes covered if it was answered, and open again otherwise. */
  jump({ from, to }: Jump, isAnswered: boolean, now: Date): void {
    const [before, after] = [this.topics[from], this.topics[to]];
    if (!before || !after) throw new Error('A test run jumps between its topics.');
    const jump = { from_topic_id: before.id, to_topic_id: after.id, at_message_count: this.messageCount };
    this.jumps = [...this.jumps, jump];
    const left = withStatus(this.topics, from, isAnswered ? 'covered' : 'open');
    this.advance({ status: 'in_progress', topics: withStatus(left, to, 'in_progress') }, 1, now);
    this.measure();
  }

  /** Ends the run unfinished; repeating this changes nothing. @throws NotPossible once it is completed. */
  abandon(now: Date): void {
    if (this.status === 'abandoned') return;
    this.assertUnfinished();
    this.status = 'abandoned';
    this.touch(now);
  }

  private measure(): void {
    const { startedFromTopicTitle, skippedTopicIds, jumps } = this;
    this.size =
      FRAME_BYTES + Buffer.byteLength(JSON.stringify([startedFromTopicTitle, skippedTopicIds, jumps]));
  }

  private touch(now: Date): void {
    this.updatedAt = changeTime(now, this.updatedAt);
  }
}
