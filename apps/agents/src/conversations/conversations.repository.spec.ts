import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Database, LargePages, Outbox, ParticipantsRepository, statement } from '@pks/platform';
import { TestClock, aCaller, eventually, openTestDatabase } from '@pks/testing';
import { projectIdOf } from '../../test/running-agents.ts';
import { agentsSchema } from '../agents.database.ts';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { Conversation } from './conversation.entity.ts';
import { ConversationsRepository } from './conversations.repository.ts';

const clock = new TestClock();
let database: Database;
let close: () => Promise<void>;
let settings: AgentSettingsRepository;
let largePages: LargePages;
let conversations: ConversationsRepository;
let leave: () => void;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
  settings = new AgentSettingsRepository(database, clock);
});
afterAll(() => close());

/** All room for large conversations is taken. */
beforeEach(async () => {
  largePages = new LargePages();
  leave = await largePages.enter(randomUUID(), 1_000_000_000);
  conversations = new ConversationsRepository(database, largePages, settings, new Outbox(database));
});

/** A conversation whose entries are said to have this size. */
function begin(size: number): Promise<Conversation> {
  const caller = aCaller();
  const projectId = projectIdOf(caller);
  return database.transaction(async () => {
    await new ParticipantsRepository(database, clock).keep(projectId, caller);
    const agentSettingsId = await settings.idOf(projectId, null);
    const fields = { projectId, createdById: caller.user_id, agentSettingsId, tags: [] };
    const conversation = Conversation.begin({ ...fields, name: 'Rules', type: 'playground' }, clock.now());
    await conversations.insert(Object.assign(conversation, { size }));
    return conversation;
  });
}

const IN_TRANSACTIONS = statement<{ pid: number }>(
  'test-in-transactions',
  `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
);

describe('a conversation that is viewed', () => {
  it('waits for no room unless it is large', async () => {
    const { text } = await conversations.view(await begin(1024 * 1024));
    expect(JSON.parse(text)).toMatchObject({ name: 'Rules', chat_history: [] });
  });

  it('waits for room outside of any transaction', async () => {
    const enter = jest.spyOn(largePages, 'enter');
    const viewed = conversations.view(await begin(1024 * 1024 + 1));
    await eventually('it waits', () => enter.mock.calls.length === 1);
    expect(await database.rows(IN_TRANSACTIONS, [])).toEqual([]);
    leave();
    expect(JSON.parse((await viewed).text)).toMatchObject({ name: 'Rules' });
  });
});
