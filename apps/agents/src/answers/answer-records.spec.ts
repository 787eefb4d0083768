import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { type Database, LargePages, Outbox, ParticipantsRepository, statement } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase } from '@pks/testing';
import { projectIdOf } from '../../test/running-agents.ts';
import { agentsSchema } from '../agents.database.ts';
import { Conversation } from '../conversations/conversation.entity.ts';
import { ConversationsRepository } from '../conversations/conversations.repository.ts';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { AnswerRecords, Superseded } from './answer-records.ts';
import { Question } from './question.entity.ts';
import { QuestionsRepository } from './questions.repository.ts';

const clock = new TestClock();
let database: Database;
let close: () => Promise<void>;
let settings: AgentSettingsRepository;
let conversations: ConversationsRepository;
let questions: QuestionsRepository;
let records: AnswerRecords;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
  settings = new AgentSettingsRepository(database, clock);
  conversations = new ConversationsRepository(database, new LargePages(), settings, new Outbox(database));
  questions = new QuestionsRepository(database);
  records = new AnswerRecords(conversations, questions, database, clock);
});
afterAll(() => close());

function aQuestion(caller: Caller, conversationId: string = randomUUID()): Question {
  const place = { projectId: projectIdOf(caller), conversationId, number: 1 };
  return Question.ask({ ...place, content: 'How long?', idempotencyKey: null }, caller, clock.now());
}

/** A question that was asked in a new conversation. */
function ask(caller: Caller): Promise<Question> {
  const projectId = projectIdOf(caller);
  return database.transaction(async () => {
    await new ParticipantsRepository(database, clock).keep(projectId, caller);
    const agentSettingsId = await settings.idOf(projectId, null);
    const fields = { projectId, createdById: caller.user_id, agentSettingsId, tags: [] };
    const conversation = Conversation.begin({ ...fields, name: 'Rules', type: 'playground' }, clock.now());
    await conversations.insert(conversation);
    const question = aQuestion(caller, conversation.id);
    await questions.insert(question);
    return question;
  });
}

const LEASED = statement<{ is_leased: boolean }>(
  'test-leased',
  `SELECT leased_until > now() + interval '20 seconds' AS is_leased FROM questions WHERE conversation_id = $1`,
);

describe('an answer that takes long', () => {
  it('is leased by the clock of PostgreSQL, by which jobs are due', async () => {
    const question = await ask(aCaller());
    await records.renew(question);
    expect(await database.rows(LEASED, [question.conversationId])).toEqual([{ is_leased: true }]);
  });
});

describe('an answer whose conversation was deleted', () => {
  it('is nobody’s to record any more', async () => {
    const question = aQuestion(aCaller());
    const recorded = records.record(question, { type: 'message', content: 'Three days.' });
    await expect(recorded).rejects.toBeInstanceOf(Superseded);
    await expect(records.renew(question)).rejects.toBeInstanceOf(Superseded);
  });
});
