import { Injectable } from '@nestjs/common';
import type {
  Caller,
  JumpToTopic,
  StartTestRun,
  TestRunDetail,
  TestRunMessage,
  TestRunReference,
  TestRunStep,
} from '@pks/contracts';
import { Clock, Database, type Json, ParticipantsRepository } from '@pks/platform';
import { isAnswered } from '../conversation/exchange.ts';
import { type FollowUp, FollowUps, questionAt } from '../conversation/follow-ups.ts';
import { Interviewer } from '../conversation/interviewer.ts';
import { ending, saying } from '../conversation/saying.ts';
import { DraftsRepository } from '../drafts/drafts.repository.ts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { startOf } from './test-run-start.ts';
import { TestRun } from './test-run.entity.ts';
import { TestRunsRepository } from './test-runs.repository.ts';

/**
 * Test runs of drafts (decisions 6). A transaction takes its locks in this order: the participant, the draft, its runs. The
 * interviewer is the same as of interviews; nobody is notified.
 */
@Injectable()
export class TestRunsService {
  constructor(
    private readonly runs: TestRunsRepository,
    private readonly drafts: DraftsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly interviewer: Interviewer,
    private readonly followUps: FollowUps,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Starts a run. @throws NotFound; Invalid for a draft that has nothing to ask yet, and for topics that it does not have. */
  start(request: StartTestRun, caller: Caller): Promise<Json<TestRunDetail>> {
    const { project_id, draft_id } = request;
    return this.database.transaction(async () => {
      await this.participants.keep(project_id, caller);
      const draft = await this.drafts.lock(project_id, draft_id);
      const now = this.clock.now();
      const run = TestRun.of({ ...startOf(draft, request), createdById: caller.user_id, createdAt: now });
      await this.runs.makeRoom({ project_id, draft_id }, caller.user_id, now);
      const { content, topicIndex } = this.interviewer.open(run, run.startedFromTopicIndex);
      run.open();
      await this.runs.insert(run);
      await this.runs.append(run, [{ role: 'assistant', content, topicIndex }]);
      return this.runs.view({ project_id, draft_id, test_run_id: run.id });
    });
  }

  /** Asks for a follow-up on the answer if a language model is configured. Refuses nothing; `send` does. */
  prepare(request: TestRunMessage): Promise<FollowUp | null> {
    const { content } = request;
    return this.followUps.prepare(() =>
      this.database.transaction(async () => {
        const run = await this.runs.read(request);
        if (!run || run.isFinished) return null;
        return {
          subject: run,
          messageCount: run.messageCount,
          content,
          exchange: await this.runs.exchange(run),
        };
      }),
    );
  }

  /** Records the answer and the interviewer's next turn. @throws NotFound; NotPossible once the run is finished. */
  send(request: TestRunMessage, prepared: FollowUp | null): Promise<TestRunStep> {
    const { content } = request;
    return this.database.transaction(async () => {
      const run = await this.runs.lock(request);
      run.assertGoesOn();
      const exchange = await this.runs.exchange(run);
      const followUp = questionAt(prepared, run.messageCount);
      const turn = this.interviewer.next({ interview: run, exchange, answer: content, followUp });
      const { lines, topics } = saying(run, { content, exchange }, turn);
      run.advance(
        { status: turn.isLast ? 'completed' : 'in_progress', topics },
        lines.length,
        this.clock.now(),
      );
      return this.record(run, lines);
    });
  }

  /** Goes on with another topic, even one that was left out. @throws NotFound; Invalid; NotPossible as `send`. */
  jump(request: JumpToTopic): Promise<TestRunStep> {
    return this.database.transaction(async () => {
      const run = await this.runs.lock(request);
      run.assertGoesOn();
      const exchange = await this.runs.exchange(run);
      const jump = run.jumpTo(request.topic_id, exchange.asked);
      run.jump(jump, isAnswered(exchange), this.clock.now());
      return this.record(run, [this.interviewer.turnTo(run, jump.to)]);
    });
  }

  /** Completes the run before its last question; repeating this changes nothing. @throws NotFound; NotPossible once it is abandoned. */
  complete(request: TestRunReference): Promise<TestRunStep> {
    return this.database.transaction(async () => {
      const run = await this.runs.lock(request);
      if (run.status === 'completed') return { entries: [], status: run.status, topics: run.topics };
      run.assertUnfinished();
      const { lines, topics } = ending(run, await this.runs.exchange(run));
      run.advance({ status: 'completed', topics }, lines.length, this.clock.now());
      return this.record(run, lines);
    });
  }

  /** Ends the run unfinished; repeating this changes nothing. @throws NotFound; NotPossible once it is completed. */
  abandon(request: TestRunReference): Promise<Json<TestRunDetail>> {
    return this.database.transaction(async () => {
      const run = await this.runs.lock(request);
      run.abandon(this.clock.now());
      await this.runs.store(run);
      return this.runs.view(request);
    });
  }

  private async record(run: TestRun, lines: readonly Line[]): Promise<TestRunStep> {
    const entries = await this.runs.append(run, lines);
    await this.runs.store(run);
    return { entries, status: run.status, topics: run.topics };
  }
}
