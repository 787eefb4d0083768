import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, LargePages, Outbox } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase } from '@pks/testing';
import { agentsSchema } from '../agents.database.ts';
import { ConversationsRepository } from '../conversations/conversations.repository.ts';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { AnswerRecords, Superseded } from './answer-records.ts';
import { Question } from './question.entity.ts';
import { QuestionsRepository } from './questions.repository.ts';

const clock = new TestClock();
let database: Database;
let close: () => Promise<void>;
let records: AnswerRecords;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
  const settings = new AgentSettingsRepository(database, clock);
  const conversations = new ConversationsRepository(
    database,
    new LargePages(),
    settings,
    new Outbox(database),
  );
  records = new AnswerRecords(conversations, new QuestionsRepository(database), database, clock);
});
afterAll(() => close());

describe('an answer whose conversation was deleted', () => {
  it('is nobody’s to record any more', async () => {
    const place = { projectId: randomUUID(), conversationId: randomUUID(), number: 1 };
    const asked = { ...place, content: 'How long?', idempotencyKey: null };
    const question = Question.ask(asked, aCaller(), clock.now());
    const recorded = records.record(question, { type: 'message', content: 'Three days.' });
    await expect(recorded).rejects.toBeInstanceOf(Superseded);
    await expect(records.renew(question)).rejects.toBeInstanceOf(Superseded);
  });
});
