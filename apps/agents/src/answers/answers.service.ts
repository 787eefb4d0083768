import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { AskAgent, AskAndFollow, Caller, ConversationEntry, QuestionAsked } from '@pks/contracts';
import {
  DeadlineExceeded,
  Json,
  NotFound,
  StillRunning,
  currentCall,
  currentIdempotencyKey,
} from '@pks/platform';
import { ConversationsRepository } from '../conversations/conversations.repository.ts';
import { Answering } from './answering.ts';
import { Asking } from './asking.ts';
import type { Question } from './question.entity.ts';
import { QuestionsRepository } from './questions.repository.ts';

/** How often to check whether the process that took a question over has answered it. Milliseconds. */
const LOOK_EVERY_MS = 250;

/** Questions to agents, with their answers (decisions 7). */
@Injectable()
export class AnswersService {
  constructor(
    private readonly asking: Asking,
    private readonly answering: Answering,
    private readonly conversations: ConversationsRepository,
    private readonly questions: QuestionsRepository,
  ) {}

  /**
   * Asks, and waits for the answer, outside any transaction. Returns the number of the question; a request repeated with its
   * idempotency key gets the number of its first question. @throws as `Asking.ask`; StillRunning while that question is not
   * answered yet; DeadlineExceeded when the question is not answered in time.
   */
  async prepare(request: AskAgent, caller: Caller): Promise<number> {
    const { question, isNew } = await this.asking.ask(request, caller, keyOf('ask'));
    if (isNew) await this.answer(question, caller);
    else if (question.status === 'answering') throw new StillRunning();
    return question.number;
  }

  /** Asks, outside any transaction, without waiting for the answer. @throws as `Asking.ask`. */
  async begin(request: AskAndFollow, caller: Caller): Promise<QuestionAsked> {
    const { project_id, conversation_id, message: content } = request;
    const asked = { project_id, conversation_id, content };
    const { question, isNew } = await this.asking.ask(asked, caller, keyOf('begin'));
    if (isNew) this.answering.begin(question, caller);
    return { query_id: question.number };
  }

  /**
   * The entries of a question: the question itself and its answer.
   * @throws NotFound when the conversation was deleted meanwhile.
   */
  async entriesOf(
    { project_id, conversation_id }: AskAgent,
    number: number,
  ): Promise<Json<readonly ConversationEntry[]>> {
    const entries = await this.conversations.entriesOf(project_id, conversation_id, number);
    if (entries.length === 0) throw new NotFound();
    return new Json(`[${entries.join(',')}]`);
  }

  /** If this process could not renew its lease in time, another one takes the question over; then waits for that one's answer. */
  private async answer(question: Question, caller: Caller): Promise<void> {
    const deadline = currentCall()?.deadline ?? Infinity;
    await this.answering.answer(question, caller);
    while ((await this.questions.find(question))?.status === 'answering') {
      if (Date.now() > deadline) throw new DeadlineExceeded();
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** The current request's idempotency key, prefixed with its call: another call may have the same key. */
function keyOf(call: 'ask' | 'begin'): string | null {
  const key = currentIdempotencyKey();
  return key === undefined ? null : `${call} ${key}`;
}
