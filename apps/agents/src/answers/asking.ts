import { Injectable } from '@nestjs/common';
import type { AskAgent, Caller } from '@pks/contracts';
import { Clock, Conflict, Database, Fault, Jobs, ParticipantsRepository } from '@pks/platform';
import { ConversationEntry } from '../conversations/conversation-entry.entity.ts';
import type { Conversation } from '../conversations/conversation.entity.ts';
import { ConversationsRepository } from '../conversations/conversations.repository.ts';
import { scheduleCheck } from './answer-jobs.ts';
import { Question } from './question.entity.ts';
import { QuestionsRepository } from './questions.repository.ts';

const BUSY = 'The last question of this conversation is still being answered.';
const OTHER_BODY = 'This Idempotency-Key was used with another request body.';

/** A question, and whether this request asked it. */
export interface AskedQuestion {
  readonly question: Question;
  readonly isNew: boolean;
}

/** Records questions. */
@Injectable()
export class Asking {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly questions: QuestionsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the question to its conversation, once per idempotency key, and schedules the job that has it answered if this
   * process ends. @throws NotFound and Forbidden to all but the creator; NotPossible for an archived or full
   * conversation; Conflict while another question is being answered; a fault of kind `payload_mismatch` where the key was used
   * for another question.
   */
  ask(request: AskAgent, caller: Caller, idempotencyKey: string | null): Promise<AskedQuestion> {
    const { project_id: projectId, conversation_id: conversationId, content } = request;
    return this.database.transaction(async () => {
      const conversation = await this.conversations.lock(projectId, conversationId);
      conversation.assertContinuedBy(caller);
      const now = this.clock.now();
      const known =
        idempotencyKey === null ? null : await this.known(conversation, caller, idempotencyKey, now);
      if (known) return { question: asSent(known, content), isNew: false };
      const number = conversation.ask(content, now);
      await this.participants.keep(projectId, caller);
      const place = { projectId, conversationId, number, content, idempotencyKey };
      const question = Question.ask(place, caller, now);
      question.lease(await this.questions.now());
      if (!(await this.questions.insert(question))) throw new Conflict(BUSY);
      const said = { role: 'user', type: 'message', content, queryId: number } as const;
      await this.conversations.store(conversation, ConversationEntry.in(conversation, said, now));
      await scheduleCheck(this.jobs, question);
      return { question, isNew: true };
    });
  }

  /** The question that was asked with a key; if the key has expired, removes it from its question and returns null. */
  private async known(
    { projectId, id: conversationId }: Conversation,
    caller: Caller,
    key: string,
    now: Date,
  ): Promise<Question | null> {
    const question = await this.questions.asked({ projectId, conversationId }, caller, key);
    if (!question?.hasExpiredKey(now)) return question;
    question.idempotencyKey = null;
    await this.questions.store(question);
    return null;
  }
}

/** The question of a repeated request. @throws Fault if the content differs. */
function asSent(question: Question, content: string): Question {
  if (question.content === content) return question;
  throw new Fault({ kind: 'payload_mismatch', message: OTHER_BODY });
}
