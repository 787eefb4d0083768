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
import { answerTaking, lookLater } from './answer-jobs.ts';
import { Answering } from './answering.ts';
import { Askers } from './askers.ts';
import type { Question } from './question.entity.ts';
import { type QuestionKey, QuestionsRepository } from './questions.repository.ts';

/** How long the identity service may take to say what an asker may do. Milliseconds. */
const DEADLINE_MS = 10_000;
/** A question is looked at again so much later while that service is away. Milliseconds. */
const AGAIN_MS = 5_000;

/** What is said while it is away, by itself or by the bus. */
const AWAY: ReadonlySet<FaultKind> = new Set(['unavailable', 'deadline_exceeded']);

/** Processes that began an answer and were gone before its end; then it is not tried again. */
const MOST_ATTEMPTS = 3;
const NOBODY_COULD = 'No process could answer it.';

/** Answers questions of which the answering process is gone, with what their askers may do now. */
@Works(answerTaking)
export class AnswerTaking implements Worker<typeof answerTaking> {
  constructor(
    private readonly questions: QuestionsRepository,
    private readonly answering: Answering,
    private readonly askers: Askers,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  /** The asker is looked up first: while that is not possible, no attempt is begun. */
  async work({ id: requestId, payload }: Job<typeof answerTaking>): Promise<void> {
    const { project_id: projectId, conversation_id: conversationId, number } = payload;
    const question = await this.questions.find({ projectId, conversationId, number });
    if (question?.status !== 'answering') return;
    const now = await this.questions.now();
    if (!question.isAbandoned(now)) return lookLater(this.jobs, question, requestId);
    const context = ownCall(DEADLINE_MS, requestId);
    const asker = await within(context, () => this.askerOf(question));
    if (!asker) return lookLater(this.jobs, question, requestId, new Date(now.getTime() + AGAIN_MS));
    const taken = await this.take(question, requestId);
    if (taken) await within(context, () => this.beginFor(taken, asker));
  }

  /** Null while the identity service does not say what they may do. */
  private async askerOf(question: Question): Promise<Caller | null> {
    try {
      return await this.askers.callerOf(question);
    } catch (error) {
      if (error instanceof Fault && AWAY.has(error.data.kind)) return null;
      throw error;
    }
  }

  /** An answer takes longer than a job should: whether its process is gone is looked at again when its lease ends. */
  private async beginFor(question: Question, asker: Caller): Promise<void> {
    if (question.attempts > MOST_ATTEMPTS) await this.answering.giveUp(question, new Error(NOBODY_COULD));
    else if (mayViewProject(asker)) this.answering.begin(question, asker);
    else await this.answering.giveUp(question, new Forbidden());
  }

  /** The question, if nobody answers it any more; if somebody does, it is looked at again later, by another job than this one. */
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
      await lookLater(this.jobs, question, jobId);
      return isAbandoned ? question : null;
    });
  }
}
