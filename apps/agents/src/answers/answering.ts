import { Inject, Injectable } from '@nestjs/common';
import { ANSWER_TIME_LIMIT_MS, type Caller } from '@pks/contracts';
import { Clock, Database, Fault, LOG, type Log, currentCall, within } from '@pks/platform';
import { ConversationEntry, type Said } from '../conversations/conversation-entry.entity.ts';
import { ConversationsRepository } from '../conversations/conversations.repository.ts';
import { type AnswerPart, Answerer } from './answerer.ts';
import { LEASE_MS, type Question } from './question.entity.ts';
import { QuestionsRepository } from './questions.repository.ts';

const FAILED = 'The answer could not be completed.';

/** Somebody else answers the question by now, or its conversation was deleted. */
class Superseded extends Error {}

/** Answers questions, and records each part of an answer when it is complete. */
@Injectable()
export class Answering {
  constructor(
    private readonly answerer: Answerer,
    private readonly conversations: ConversationsRepository,
    private readonly questions: QuestionsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Resolves when the question is answered, or cannot be: then the last entry says why. */
  answer(question: Question, caller: Caller): Promise<void> {
    const requestId = currentCall()?.requestId ?? 'none';
    const deadline = Date.now() + ANSWER_TIME_LIMIT_MS;
    return within({ requestId, deadline, caller }, () => this.answerInTime(question, caller));
  }

  /** Ends a question that cannot be answered: its last entry says so. */
  giveUp(question: Question): Promise<void> {
    return this.end(question, new Error('No process could answer it.'));
  }

  private async answerInTime(question: Question, caller: Caller): Promise<void> {
    const { projectId, conversationId, content } = question;
    const signal = AbortSignal.timeout(ANSWER_TIME_LIMIT_MS);
    const renewing = setInterval(() => void this.renew(question), LEASE_MS / 3);
    try {
      const parts = this.answerer.answer({ projectId, conversationId, caller, content, signal });
      for await (const part of parts) await this.record(question, part);
      await this.record(question, null);
    } catch (error) {
      if (!(error instanceof Superseded)) await this.end(question, error);
    } finally {
      clearInterval(renewing);
    }
  }

  /** Says why there is no answer. Where even that fails, the lease ends, and somebody else answers. */
  private async end(question: Question, error: unknown): Promise<void> {
    try {
      await this.fail(question, error);
    } catch (failure) {
      if (!(failure instanceof Superseded))
        this.log.warn({ err: failure }, 'an answer could not be recorded');
    }
  }

  private async fail(question: Question, error: unknown): Promise<void> {
    const { conversationId: conversation_id, number } = question;
    this.log.warn({ err: error, conversation_id, question: number }, 'a question could not be answered');
    const reason = error instanceof Fault ? error.message : FAILED;
    await this.record(question, { type: 'message', content: reason }, reason);
  }

  /** Adds a part to the conversation; without one, or with a reason, the question ends. */
  private record(question: Question, part: AnswerPart | null, reason: string | null = null): Promise<void> {
    return this.database.transaction(async () => {
      const conversation = await this.conversations.lock(question.projectId, question.conversationId);
      const current = await this.current(question);
      const now = this.clock.now();
      if (part) {
        const said: Said = { ...part, role: 'assistant', queryId: question.number };
        await this.conversations.store(conversation, ConversationEntry.in(conversation, said, now));
      }
      if (part && reason === null) return;
      current.end(reason);
      await this.questions.store(current);
    });
  }

  private async renew(question: Question): Promise<void> {
    try {
      await this.database.transaction(async () => {
        const current = await this.current(question);
        current.lease(this.clock.now());
        await this.questions.store(current);
      });
    } catch (error) {
      this.log.warn({ err: error }, 'a question could not be leased further');
    }
  }

  /** The question, locked, as long as it is this process that answers it. @throws Superseded */
  private async current(question: Question): Promise<Question> {
    const current = await this.questions.lock(question);
    if (current?.status !== 'answering' || current.attempts !== question.attempts) throw new Superseded();
    return current;
  }
}
