import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Database,
  LargePages,
  NotFound,
  Outbox,
  ParticipantsRepository,
  statement,
} from '@pks/platform';
import { TestClock, aCaller, eventually, openSession, openTestDatabase } from '@pks/testing';
import { projectIdOf } from '../../test/running-agents.ts';
import { agentsSchema } from '../agents.database.ts';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { ConversationEntry } from './conversation-entry.entity.ts';
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

/** Takes all room for large conversations. */
beforeEach(async () => {
  largePages = new LargePages();
  leave = await largePages.enter(randomUUID(), 1_000_000_000);
  conversations = new ConversationsRepository(database, largePages, settings, new Outbox(database));
});

/** Begins a conversation whose entries are claimed to have this size. */
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

/** Adds a question to a conversation. */
function ask({ projectId, id }: Conversation, content: string): Promise<Conversation> {
  return database.transaction(async () => {
    const conversation = await conversations.lock(projectId, id);
    const queryId = conversation.ask(content, clock.now());
    const said = { role: 'user', type: 'message', content, queryId } as const;
    await conversations.store(conversation, ConversationEntry.in(conversation, said, clock.now()));
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

  it('has all of its entries, although it is deleted meanwhile', async () => {
    const conversation = await ask(await begin(0), 'Why do they leave?');
    const session = await openSession(database.options.url);
    const rows = database.rows.bind(database) as (...parameters: unknown[]) => Promise<object[]>;
    const read = jest.spyOn(database, 'rows').mockImplementationOnce(async (...parameters) => {
      const first = await rows(...parameters);
      await session.rows('DELETE FROM agents.conversations WHERE id = $1', [conversation.id]);
      return first;
    });
    const { text } = await conversations.view(conversation).finally(() => read.mockRestore());
    await session.close();
    expect(JSON.parse(text)).toMatchObject({ chat_history: [{ content: 'Why do they leave?' }] });
    await expect(conversations.view(conversation)).rejects.toThrow(NotFound);
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
