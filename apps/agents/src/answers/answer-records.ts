import { Injectable } from '@nestjs/common';
import { Clock, Database, NotFound } from '@pks/platform';
import { ConversationEntry, type Said } from '../conversations/conversation-entry.entity.ts';
import type { Conversation } from '../conversations/conversation.entity.ts';
import { ConversationsRepository } from '../conversations/conversations.repository.ts';
import type { AnswerPart } from './answerer.ts';
import type { Question } from './question.entity.ts';
import { QuestionsRepository } from './questions.repository.ts';

/** The question has ended, another process answers it, or its conversation was deleted. */
export class Superseded extends Error {}

/** Records answers part by part, as long as no other process has taken the question over. */
@Injectable()
export class AnswerRecords {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly questions: QuestionsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The parts of the answer that earlier processes recorded; those processes can record no more. */
  begun(question: Question): Promise<readonly AnswerPart[]> {
    return question.attempts > 1 ? this.questions.partsOf(question) : Promise.resolve([]);
  }

  /** Adds a part to the conversation. A message ends the question, which has failed if there is a reason. @throws Superseded */
  record(question: Question, part: AnswerPart, reason: string | null = null): Promise<void> {
    return this.database.transaction(async () => {
      const conversation = await this.conversationOf(question);
      const current = await this.current(question);
      const said: Said = { ...part, role: 'assistant', queryId: question.number };
      await this.conversations.store(
        conversation,
        ConversationEntry.in(conversation, said, this.clock.now()),
      );
      if (part.type !== 'message') return;
      current.end(reason);
      await this.questions.store(current);
    });
  }

  /** Extends the lease of a question that this process is still answering. @throws Superseded */
  renew(question: Question): Promise<void> {
    return this.database.transaction(async () => {
      const current = await this.current(question);
      current.lease(await this.questions.now());
      await this.questions.store(current);
    });
  }

  private async conversationOf({ projectId, conversationId }: Question): Promise<Conversation> {
    try {
      return await this.conversations.lock(projectId, conversationId);
    } catch (error) {
      throw error instanceof NotFound ? new Superseded() : error;
    }
  }

  private async current(question: Question): Promise<Question> {
    const current = await this.questions.lock(question);
    if (current?.status !== 'answering' || current.attempts !== question.attempts) throw new Superseded();
    return current;
  }
}
