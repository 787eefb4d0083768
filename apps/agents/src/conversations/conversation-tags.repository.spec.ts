import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { type Database, LargePages, Outbox, ParticipantsRepository, statement } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase, rowsRead } from '@pks/testing';
import type { QueryRunner } from 'typeorm';
import { aViewerBeside, projectIdOf } from '../../test/running-agents.ts';
import { agentsSchema } from '../agents.database.ts';
import { KeepConversationTags1797724800000 } from '../migrations/1797724800000-keep-conversation-tags.ts';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { ConversationListsRepository } from './conversation-lists.repository.ts';
import { Conversation } from './conversation.entity.ts';
import { ConversationsRepository } from './conversations.repository.ts';

const clock = new TestClock();
let database: Database;
let close: () => Promise<void>;
let conversations: ConversationsRepository;
let lists: ConversationListsRepository;
let settings: AgentSettingsRepository;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
  settings = new AgentSettingsRepository(database, clock);
  conversations = new ConversationsRepository(database, new LargePages(), settings, new Outbox(database));
  lists = new ConversationListsRepository(database);
});
afterAll(() => close());

/** Reads the tags from the conversations themselves. */
const OF_CONVERSATIONS = statement<{ tag: string }>(
  'test-tags',
  `SELECT min(tag) AS tag FROM conversations c CROSS JOIN LATERAL unnest(c.tags, c.tag_keys) tagged (tag, key)
    WHERE c.project_id = $1 AND ($2::uuid IS NULL OR c.created_by_id = $2)
    GROUP BY key ORDER BY key COLLATE "C" LIMIT 1000`,
);

/** Copies a conversation many times. */
const COPIES = `
  INSERT INTO conversations
  SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
    FROM conversations c CROSS JOIN generate_series(1, 2000) WHERE c.id = $1`;

/** A project's admin, and two members who see only their own conversations. */
function people(): readonly [Caller, Caller, Caller] {
  const admin = aCaller();
  return [admin, aViewerBeside(admin), aViewerBeside(admin)];
}

function begin(caller: Caller, tags: readonly string[]): Promise<string> {
  const projectId = projectIdOf(caller);
  return database.transaction(async () => {
    await new ParticipantsRepository(database, clock).keep(projectId, caller);
    const agentSettingsId = await settings.idOf(projectId, null);
    const fields = { projectId, createdById: caller.user_id, agentSettingsId, tags };
    const conversation = Conversation.begin({ ...fields, name: 'Rules', type: 'playground' }, clock.now());
    await conversations.insert(conversation);
    return conversation.id;
  });
}

function change(caller: Caller, id: string, work: (conversation: Conversation) => void): Promise<void> {
  return database.transaction(async () => {
    const conversation = await conversations.lock(projectIdOf(caller), id);
    work(conversation);
    await conversations.store(conversation);
  });
}

const retag = (caller: Caller, id: string, tags: readonly string[]): Promise<void> =>
  change(caller, id, (conversation) => void conversation.change({ tags }, clock.now()));

const archive = (caller: Caller, id: string): Promise<void> =>
  change(caller, id, (conversation) => conversation.archive(clock.now()));

function remove(caller: Caller, id: string): Promise<void> {
  return database.transaction(async () =>
    conversations.remove(await conversations.lock(projectIdOf(caller), id)),
  );
}

const shownTo = (caller: Caller): Promise<readonly string[]> => lists.tags(projectIdOf(caller), caller);

async function expectTagsOfConversations([admin, ...members]: readonly [Caller, ...Caller[]]): Promise<void> {
  for (const [caller, user] of [
    [admin, null] as const,
    ...members.map((one) => [one, one.user_id] as const),
  ]) {
    const rows = await database.rows(OF_CONVERSATIONS, [projectIdOf(admin), user]);
    expect(await shownTo(caller)).toEqual(rows.map(({ tag }) => tag));
  }
}

/** Pseudorandom numbers below a limit, the same in each run. */
function numbers(): (limit: number) => number {
  let state = 7;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const WORDS = [
  'Rules',
  'rules',
  'RULES',
  'Éclair',
  'éclair',
  'zebra',
  'Zoo',
  'a b',
  '日本',
  '𝒳',
  'ß',
  '10',
  '9',
];

describe('the tags of conversations', () => {
  it('are those of the conversations themselves after any changes', async () => {
    const everybody = people();
    const below = numbers();
    const known: { readonly id: string; readonly by: Caller }[] = [];
    const someTags = (): string[] => Array.from({ length: below(4) }, () => WORDS[below(WORDS.length)] ?? '');
    for (let step = 1; step <= 200; step += 1) {
      const by = everybody[below(3)] ?? everybody[0];
      const one = known[below(known.length + 1)];
      const action = below(5);
      if (!one || action < 2) known.push({ id: await begin(by, someTags()), by });
      else if (action === 2) await archive(one.by, one.id);
      else if (action === 3) await retag(one.by, one.id, someTags());
      else await remove(one.by, known.splice(known.indexOf(one), 1)[0]?.id ?? '');
      if (step % 10 === 0) await expectTagsOfConversations(everybody);
    }
  });

  it('are shown as they are written first of all, and to members those of their own', async () => {
    const [admin, ana, bob] = people();
    const id = await begin(ana, ['Rules', 'drafts']);
    await begin(bob, ['rules', 'Zoo']);
    await begin(aCaller(), ['elsewhere']);
    expect(await shownTo(admin)).toEqual(['drafts', 'Rules', 'Zoo']);
    expect(await shownTo(bob)).toEqual(['rules', 'Zoo']);
    await archive(ana, id);
    expect(await shownTo(ana)).toEqual(['drafts', 'Rules']);
    await retag(ana, id, ['RULES']);
    expect(await shownTo(admin)).toEqual(['RULES', 'Zoo']);
    await remove(ana, id);
    expect(await shownTo(admin)).toEqual(['rules', 'Zoo']);
    expect(await shownTo(ana)).toEqual([]);
  });

  it('are the first thousand', async () => {
    const [admin, ana] = people();
    const names = Array.from({ length: 1_020 }, (_, index) => `tag ${1_000 + index}`);
    for (let at = 0; at < names.length; at += 50) await begin(ana, names.slice(at, at + 50));
    expect(await shownTo(admin)).toEqual(names.slice(0, 1_000));
    expect(await shownTo(ana)).toEqual(names.slice(0, 1_000));
  });

  it('are found without reading each of the conversations', async () => {
    const [admin, ana] = people();
    const id = await begin(ana, ['Rules', 'drafts', 'Zoo']);
    await database.manager.query(COPIES, [id]);
    await database.manager.query('ANALYZE conversation_tags');
    for (const caller of [admin, ana]) {
      const read = await rowsRead(database, ['conversations', 'conversation_tags'], async () => {
        expect(await shownTo(caller)).toEqual(['drafts', 'Rules', 'Zoo']);
      });
      expect(read).toBeLessThan(10);
    }
  });

  it('keep no writer waiting for another who writes the same', async () => {
    const [admin, ana, bob] = people();
    const id = await begin(ana, ['rules']);
    const { promise: end, resolve: commit } = Promise.withResolvers<void>();
    const { promise: begun, resolve: hold } = Promise.withResolvers<void>();
    const holding = database.transaction(async () => {
      await begin(ana, ['rules', 'drafts']);
      await retag(ana, id, ['drafts']);
      hold();
      await end;
    });
    await begun;
    await remove(bob, await begin(bob, ['drafts', 'rules']));
    await begin(bob, ['rules']);
    expect(await shownTo(admin)).toEqual(['rules']);
    commit();
    await holding;
    expect(await shownTo(admin)).toEqual(['drafts', 'rules']);
  });

  it('of conversations from before are copied by the migration', async () => {
    const [admin, ana] = people();
    const id = await begin(ana, ['Rules', 'drafts']);
    await begin(admin, []);
    const { manager } = database;
    await manager.query('DROP TABLE conversation_tags; DROP FUNCTION keep_conversation_tags() CASCADE');
    const runner = { query: (text: string) => manager.query<unknown>(text) } as QueryRunner;
    await new KeepConversationTags1797724800000().up(runner);
    expect(await shownTo(admin)).toEqual(['drafts', 'Rules']);
    await retag(ana, id, ['Zoo']);
    expect(await shownTo(ana)).toEqual(['Zoo']);
    expect(await shownTo(aCaller({ user_id: randomUUID() }))).toEqual([]);
  });
});
