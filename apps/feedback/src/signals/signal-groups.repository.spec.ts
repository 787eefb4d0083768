import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, LargePages, Outbox, SlicedPages, statement } from '@pks/platform';
import { openTestDatabase, rowsRead } from '@pks/testing';
import type { QueryRunner } from 'typeorm';
import { feedbackSchema } from '../feedback.database.ts';
import { MarkArchivedGroups1797811260000 } from '../migrations/1797811260000-mark-archived-groups.ts';
import { SignalGroupsRepository } from './signal-groups.repository.ts';
import { SignalPages } from './signal-pages.ts';
import { SignalsRepository } from './signals.repository.ts';

/** One signal in each of the conversations, two in every third; those of the first conversation are the newest. */
const SIGNALS = `
  INSERT INTO signals (project_id, id, given_by_id, conversation_id, status, sentiment, feedback, context, size, source,
                       conversation_title, user_message, created_at, updated_at)
  SELECT $1, gen_random_uuid(), $2, conversation, CASE n % 2 WHEN 0 THEN 'reviewed' ELSE 'to_review' END, 'positive', 'a', '{}', 10,
         'api', '', '', at, at
    FROM unnest($3::uuid[]) WITH ORDINALITY many (conversation, n)
   CROSS JOIN LATERAL generate_series(0, (n % 3 = 0)::integer)
   CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * n AS at) made`;

/** Closed signals of a conversation, newer than its others. */
const CLOSED_SINCE = `
  INSERT INTO signals (project_id, id, given_by_id, conversation_id, status, sentiment, feedback, context, size, source,
                       conversation_title, user_message, created_at, updated_at)
  SELECT project_id, gen_random_uuid(), given_by_id, conversation_id, 'reviewed', 'positive', 'a', '{}', 10, 'api', '', '', later, later
    FROM signals CROSS JOIN LATERAL (SELECT updated_at + interval '1 ms' * n AS later FROM generate_series(1, 5000) n) made
   WHERE project_id = $1 AND conversation_id = $2`;

const PARTICIPANT = `
  INSERT INTO participants (project_id, user_id, email, known_at) VALUES ($1, $2, 'ada@demo.test', now())`;

/** Archived conversations of a user. */
const ARCHIVED = `
  INSERT INTO conversations (project_id, id, title, agent_name, created_by_id, is_shared, is_archived, created_at, changed_at)
  SELECT $1, conversation, 'Churn', 'Default', $2, false, true, now(), now() FROM unnest($3::uuid[]) many (conversation)`;

/** Drops what the migration creates. */
const UNMARKED = `
  DROP TRIGGER conversations_inserted ON conversations;
  DROP TRIGGER conversations_updated ON conversations;
  DROP FUNCTION follow_archived_conversation;
  ALTER TABLE signal_groups DROP COLUMN is_archived`;

const MARKS = statement<{ holder_id: string; key: string }>(
  'test-marks',
  'SELECT holder_id, key FROM signal_groups WHERE project_id = $1 AND is_archived ORDER BY holder_id, key',
);

let database: Database;
let close: () => Promise<void>;
let groups: SignalGroupsRepository;
let signals: SignalsRepository;
let project: string;
let ada: string;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(feedbackSchema));
  const pages = new LargePages();
  signals = new SignalsRepository(database, new Outbox(database));
  groups = new SignalGroupsRepository(database, new SignalPages(database, new SlicedPages(pages)), pages);
});
afterAll(() => close());
beforeEach(() => {
  [project, ada] = [randomUUID(), randomUUID()];
});

/** Inserts signals of Ada in `count` conversations, and returns the ids of these. */
async function conversationsWithSignals(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.manager.query(PARTICIPANT, [project, ada]);
  await database.manager.query(SIGNALS, [project, ada, ids]);
  return ids;
}

const archive = (ids: readonly string[], creator: string): Promise<unknown> =>
  database.manager.query(ARCHIVED, [project, creator, ids]);

/** The number of groups, according to the list and to the counts. */
async function totals(submitter: string | null): Promise<readonly [number, number]> {
  const request = { project_id: project, search: '', include_archived: false, limit: 20, offset: 0 };
  const { count } = await groups.list(request, submitter);
  const counts = await signals.counts(project, submitter);
  return [count, counts.groups.reduce((sum, one) => sum + one.count, 0)];
}

describe('a page of groups', () => {
  it('reads its own signals alone, whatever the plan', async () => {
    const own = [project, ada] as const;
    for (let others = 0; others < 100; others += 1) {
      [project, ada] = [randomUUID(), randomUUID()];
      await conversationsWithSignals(3);
    }
    [project, ada] = own;
    await conversationsWithSignals(3_000);
    await database.manager.query('ANALYZE signals, signal_groups');
    const read = await rowsRead(database, ['signals'], async () => {
      await database.manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
      await groups.list(
        { project_id: project, search: '', include_archived: false, limit: 20, offset: 0 },
        null,
      );
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(400);
  });
});

describe('an open signal of a group', () => {
  it('is found without reading those that were closed since', async () => {
    const [conversation = ''] = await conversationsWithSignals(1);
    await database.manager.query(CLOSED_SINCE, [project, conversation]);
    await database.manager.query('ANALYZE signals, signal_groups');
    const request = { project_id: project, search: '', include_archived: false, limit: 20, offset: 0 };
    for (const submitter of [null, ada]) {
      const read = await rowsRead(database, ['signals'], async () => {
        await database.manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
        const { count } = await groups.list({ ...request, status: 'to_review' }, submitter);
        expect(count).toBe(1);
      });
      expect(read).toBeGreaterThan(100);
      expect(read).toBeLessThan(500);
    }
  });
});

describe('a group', () => {
  it('is looked up by its key alone, also where most holders have few', async () => {
    await conversationsWithSignals(3_000);
    for (let others = 0; others < 300; others += 1) {
      [project, ada] = [randomUUID(), randomUUID()];
      await conversationsWithSignals(1);
    }
    await database.manager.query('VACUUM ANALYZE signal_groups');
    const plan = await database.manager.query<{ 'QUERY PLAN': string }[]>(
      'EXPLAIN (GENERIC_PLAN) SELECT FROM signal_groups WHERE project_id = $1 AND holder_id = $2 AND key = $3',
    );
    expect(plan.map((line) => line['QUERY PLAN']).join()).toContain('signal_groups_pkey');
  });
});

describe('groups of archived conversations', () => {
  it('are not read by lists that leave them out, nor by counts', async () => {
    const ids = await conversationsWithSignals(1_100);
    await archive(ids.slice(100), ada);
    await database.manager.query('ANALYZE signal_groups, conversations');
    const read = await rowsRead(
      database,
      ['conversations', 'signal_groups', 'signal_group_counts'],
      async () => {
        expect(await totals(null)).toEqual([100, 100]);
        expect(await totals(ada)).toEqual([100, 100]);
      },
    );
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(400);
  });

  it('that were archived before are marked by the migration, each for those who may know it', async () => {
    const [first = '', second = '', third = ''] = await conversationsWithSignals(3);
    const runner = { query: (text: string) => database.manager.query(text) } as unknown as QueryRunner;
    const nobody = '00000000-0000-0000-0000-000000000000';
    await database.transaction(async () => {
      await database.manager.query(UNMARKED);
      await archive([first, second], ada);
      await archive([third], randomUUID());
      await new MarkArchivedGroups1797811260000().up(runner);
      const marked = await database.rows(MARKS, [project]);
      const expected = [
        ...[first, second, third].map((key) => ({ holder_id: nobody, key })),
        ...[first, second].map((key) => ({ holder_id: ada, key })),
      ];
      expect(marked).toHaveLength(expected.length);
      expect(marked).toEqual(expect.arrayContaining(expected));
      expect(await totals(null)).toEqual([0, 0]);
      expect(await totals(ada)).toEqual([1, 1]);
    });
  });
});
