import { type Caller, mayViewProject } from '@pks/contracts';
import {
  Database,
  Fault,
  type FaultKind,
  Forbidden,
  type Job,
  Jobs,
  type Worker,
  Works,
  ownCall,
  within,
} from '@pks/platform';
import { answerTaking, scheduleCheck } from './answer-jobs.ts';
import { Answering } from './answering.ts';
import { Askers } from './askers.ts';
import type { Question } from './question.entity.ts';
import { type QuestionKey, QuestionsRepository } from './questions.repository.ts';

/** How long looking up an asker's permissions in the identity service may take. Milliseconds. */
const DEADLINE_MS = 10_000;
/** While the identity service is unavailable, a question is checked again after this time. Milliseconds. */
const AGAIN_MS = 5_000;

/** Faults that mean the identity service is unavailable, whether it or the bus reports them. */
const AWAY: ReadonlySet<FaultKind> = new Set(['unavailable', 'deadline_exceeded']);

/** A question is given up once this many processes began its answer and were gone before its end. */
const MOST_ATTEMPTS = 3;
const NOBODY_COULD = 'No process could answer it.';

/** Answers questions whose answering process is gone, with their askers' current permissions. */
@Works(answerTaking)
export class AnswerTaking implements Worker<typeof answerTaking> {
  constructor(
    private readonly questions: QuestionsRepository,
    private readonly answering: Answering,
    private readonly askers: Askers,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  /** Looks up the asker first: while that is impossible, no attempt begins. */
  async work({ id: jobId, payload }: Job<typeof answerTaking>): Promise<void> {
    const { project_id: projectId, conversation_id: conversationId, number } = payload;
    const question = await this.questions.find({ projectId, conversationId, number });
    if (question?.status !== 'answering') return;
    const now = await this.questions.now();
    if (!question.isAbandoned(now)) return scheduleCheck(this.jobs, question, { after: jobId });
    const context = ownCall(DEADLINE_MS, jobId);
    const asker = await within(context, () => this.askerOf(question));
    const again = { after: jobId, at: new Date(now.getTime() + AGAIN_MS) };
    if (!asker) return scheduleCheck(this.jobs, question, again);
    const taken = await this.take(question, jobId);
    if (taken) await within(context, () => this.beginFor(taken, asker));
  }

  /** The asker with their permissions; null while the identity service is unavailable. */
  private async askerOf(question: Question): Promise<Caller | null> {
    try {
      return await this.askers.callerOf(question);
    } catch (error) {
      if (error instanceof Fault && AWAY.has(error.data.kind)) return null;
      throw error;
    }
  }

  /** Does not wait for the answer, which takes longer than a job should: another job checks the question when its lease ends. */
  private async beginFor(question: Question, asker: Caller): Promise<void> {
    if (question.attempts > MOST_ATTEMPTS) await this.answering.giveUp(question, new Error(NOBODY_COULD));
    else if (mayViewProject(asker)) this.answering.begin(question, asker);
    else await this.answering.giveUp(question, new Forbidden());
  }

  /** The question, leased to this process, if it was abandoned, else null. Until it has ended, another job checks it later. */
  private take(key: QuestionKey, jobId: string): Promise<Question | null> {
    return this.database.transaction(async () => {
      const question = await this.questions.lock(key);
      if (question?.status !== 'answering') return null;
      const now = await this.questions.now();
      const isAbandoned = question.isAbandoned(now);
      if (isAbandoned) {
        question.attempts += 1;
        question.lease(now);
        await this.questions.store(question);
      }
      await scheduleCheck(this.jobs, question, { after: jobId });
      return isAbandoned ? question : null;
    });
  }
}
