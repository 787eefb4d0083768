import { Injectable } from '@nestjs/common';
import { type Caller, MAX_NUMBER } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { ConversationEntry } from '../conversations/conversation-entry.entity.ts';
import type { AnswerPart } from './answerer.ts';
import { Question } from './question.entity.ts';

/** Identifies a question. */
export type QuestionKey = Pick<Question, 'projectId' | 'conversationId' | 'number'>;

const NOW = statement<{ readonly now: number }>(
  'questions_now',
  'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
);

/** Reads and writes questions. */
@Injectable()
export class QuestionsRepository {
  constructor(private readonly database: Database) {}

  /** The question that the caller asked with an idempotency key; null when there is none. */
  asked(
    { projectId, conversationId }: Omit<QuestionKey, 'number'>,
    { credential_id: credentialId, user_id: askedById }: Caller,
    idempotencyKey: string,
  ): Promise<Question | null> {
    const key = { projectId, conversationId, credentialId, askedById, idempotencyKey };
    return this.database.find(Question, key);
  }

  /** The question as it is now; null when there is none. */
  find({ projectId, conversationId, number }: QuestionKey): Promise<Question | null> {
    return this.database.find(Question, { projectId, conversationId, number });
  }

  /** The text of the question; null if there is no such question. */
  async contentOf(key: QuestionKey): Promise<string | null> {
    if (key.number < 1 || key.number > MAX_NUMBER) return null;
    const question = await this.find(key);
    return question?.content ?? null;
  }

  /** The recorded parts of its answer, in order. */
  async partsOf({ projectId, conversationId, number: queryId }: QuestionKey): Promise<readonly AnswerPart[]> {
    const where = { projectId, conversationId, queryId, role: 'assistant' } as const;
    const entries = await this.database.transaction(() =>
      this.database.manager.find(ConversationEntry, { where, order: { number: 'ASC' } }),
    );
    return entries.map(partOf);
  }

  /** Inserts a question; returns false if another question of the conversation is being answered. */
  async insert(question: Question): Promise<boolean> {
    const { projectId, conversationId } = question;
    const answering = { projectId, conversationId, status: 'answering' } as const;
    if (await this.database.manager.existsBy(Question, answering)) return false;
    await this.database.manager.insert(Question, question);
    return true;
  }

  /** The time of PostgreSQL, which all processes share: leases and the due times of jobs follow it. */
  async now(): Promise<Date> {
    const [row] = await this.database.rows(NOW, []);
    return new Date(row?.now ?? NaN);
  }

  /** The question, locked until the end of the transaction; null when its conversation was deleted. */
  lock({ projectId, conversationId, number }: QuestionKey): Promise<Question | null> {
    return this.database.lock(Question, { projectId, conversationId, number }, 'for_no_key_update');
  }

  /** Writes a locked question. */
  async store(question: Question): Promise<void> {
    await this.database.manager.save(question);
  }
}

function partOf({ type, content, toolType, inputParameters, results }: ConversationEntry): AnswerPart {
  if (toolType === null) return { type, content };
  const call = { toolType, inputParameters: { ...inputParameters } };
  return { type, content, ...call, results: results.map((result) => ({ ...result })) };
}
