import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type Signal, type SignalStatus, conversationChanged, signals } from '@pks/contracts';
import type { Fields } from '@pks/testing';
import { FillGroups1797465660000 } from '../src/migrations/1797465660000-fill-groups.ts';
import { EVERYBODY } from '../src/signals/signal-count.entity.ts';
import { type RunningFeedback, aViewerBeside, anAdmin, runningFeedback } from './running-feedback.ts';

const { calls } = signals;
type Runner = Parameters<FillGroups1797465660000['up']>[0];
const STATUSES: readonly SignalStatus[] = ['to_review', 'reviewed', 'dismissed'];

let running: RunningFeedback;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  running = await runningFeedback();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
  ben = aViewerBeside(admin);
});

const update = ({ id }: Pick<Signal, 'id'>, status: SignalStatus): Promise<Signal> =>
  running.call(calls.update, { signal_id: id, status }, admin);

/** The conversations of groups, in their order. */
async function conversations(request: Fields, caller = admin): Promise<(string | null)[]> {
  const { results } = await running.call(calls.groupedByConversation, request, caller);
  return results.map(({ conversation_id }) => conversation_id);
}

/** The stored groups, and the groups computed from the signals. */
async function keptAndMade(): Promise<unknown[][]> {
  const project = admin.project?.id;
  const kept = await running.session.rows(
    `SELECT holder_id, key, is_conversation, to_review_count, reviewed_count, dismissed_count, newest, newest_to_review,
            newest_reviewed, is_archived
       FROM feedback.signal_groups WHERE project_id = $1 ORDER BY holder_id, key`,
    [project],
  );
  const latest = (status: string) =>
    `coalesce(max(updated_at) FILTER (WHERE status = '${status}'), max(updated_at)) AS newest_${status}`;
  const made = await running.session.rows(
    `SELECT made.*, EXISTS (SELECT FROM feedback.conversations c
                             WHERE c.project_id = $1 AND c.id = made.key AND c.is_archived
                               AND (holder_id = '${EVERYBODY}' OR c.is_shared OR c.created_by_id = holder_id)) AS is_archived
       FROM (SELECT holder_id, coalesce(conversation_id, id) AS key, bool_or(conversation_id IS NOT NULL) AS is_conversation,
                    ${STATUSES.map((status) => `(count(*) FILTER (WHERE status = '${status}'))::integer AS ${status}_count`).join()},
                    max(updated_at) AS newest, ${latest('to_review')}, ${latest('reviewed')}
               FROM feedback.signals CROSS JOIN LATERAL (VALUES (given_by_id), ('${EVERYBODY}'::uuid)) holders (holder_id)
              WHERE project_id = $1 GROUP BY 1, 2) made
      ORDER BY holder_id, key`,
    [project],
  );
  return [kept, made];
}

/** The stored counts of groups, by kind and holder, and the actual counts. */
async function countedAndThere(): Promise<unknown[][]> {
  const counted = await running.session.rows(
    `SELECT holder_id, is_conversation, is_open, is_archived, sum(count)::integer AS count FROM feedback.signal_group_counts
      WHERE project_id = $1 GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4`,
    [admin.project?.id],
  );
  const there = await running.session.rows(
    `SELECT holder_id, is_conversation, to_review_count > 0 AS is_open, is_archived, count(*)::integer AS count
       FROM feedback.signal_groups WHERE project_id = $1 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    [admin.project?.id],
  );
  return [counted, there];
}

/** The stored counts of signals, by status and sentiment, and the actual counts. */
async function numbersAndSignals(): Promise<unknown[][]> {
  const counted = await running.session.rows(
    `SELECT holder_id, status, sentiment, sum(count)::integer AS count FROM feedback.signal_count_parts
      WHERE project_id = $1 GROUP BY 1, 2, 3 HAVING sum(count) <> 0 ORDER BY 1, 2, 3`,
    [admin.project?.id],
  );
  const there = await running.session.rows(
    `SELECT holder_id, status, sentiment, count(*)::integer AS count
       FROM feedback.signals CROSS JOIN LATERAL (VALUES (given_by_id), ('${EVERYBODY}'::uuid)) holders (holder_id)
      WHERE project_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [admin.project?.id],
  );
  return [counted, there];
}

describe('groups of signals', () => {
  it('are in the order of their latest signal of the status asked for', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const submit = (conversation_id: string) => running.submit(ben, { context: { conversation_id } });
    const closed = await submit(one);
    await submit(one);
    await submit(two);
    await update(closed, 'reviewed');
    expect(await conversations({})).toEqual([one, two]);
    expect(await conversations({ status: 'to_review' })).toEqual([two, one]);
    expect(await conversations({ status: 'to_review', limit: 1, offset: 1 }, ben)).toEqual([one]);
  });

  it('that are reviewed are in the order of their latest reviewed signal', async () => {
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    const submit = (conversation_id: string) => running.submit(ben, { context: { conversation_id } });
    const [a, b, c, d] = [await submit(one), await submit(one), await submit(two), await submit(three)];
    await update(a, 'reviewed');
    await update(c, 'reviewed');
    await update(d, 'dismissed');
    await update(b, 'dismissed');
    expect(await conversations({ status: 'reviewed' })).toEqual([three, two, one]);
    expect(await conversations({})).toEqual([one, three, two]);
  });

  it('that are open show what is open, however many of their signals were closed since', async () => {
    const context = { conversation_id: randomUUID() };
    const open = await running.submit(ben, { context, feedback: 'Open' });
    const closed = await running.submit(ben, { context, feedback: 'Closed' });
    await update(closed, 'reviewed');
    await running.session.rows(
      `INSERT INTO feedback.signals
         (project_id, id, given_by_id, conversation_id, status, sentiment, feedback, context, size, source, conversation_title,
          user_message, created_at, updated_at)
       SELECT project_id, gen_random_uuid(), given_by_id, conversation_id, status, sentiment, feedback, context, size, source, '', '',
              created_at, updated_at + interval '1 s' * n
         FROM feedback.signals, generate_series(1, 120) n WHERE project_id = $1 AND id = $2`,
      [admin.project?.id, closed.id],
    );
    for (const caller of [admin, ben]) {
      const shown = async (status?: string) => {
        const { results } = await running.call(calls.groupedByConversation, { status }, caller);
        return results[0]?.signals.map(({ id, feedback }) => (id === open.id ? 'the open one' : feedback));
      };
      expect(await shown()).toEqual(Array<string>(100).fill('Closed'));
      expect(await shown('to_review')).toEqual([...Array<string>(99).fill('Closed'), 'the open one']);
    }
  });

  it('are counted, each user seeing their own', async () => {
    const context = { conversation_id: randomUUID() };
    const [a] = [await running.submit(ben, { context }), await running.submit(admin, { context })];
    const other = await running.submit(ben, { context: { conversation_id: randomUUID() } });
    const alone = await running.submit(ben);
    await running.submit(admin);
    for (const signal of [a, other, alone]) await update(signal, 'reviewed');
    expect(await running.call(calls.counts, {}, admin)).toMatchObject({
      to_review: 2,
      reviewed: 3,
      conversations_to_review: 1,
      conversations_reviewed: 1,
      ungrouped_to_review: 1,
      ungrouped_reviewed: 1,
    });
    expect(await running.call(calls.counts, {}, ben)).toMatchObject({
      to_review: 0,
      conversations_to_review: 0,
      conversations_reviewed: 2,
      ungrouped_to_review: 0,
      ungrouped_reviewed: 1,
    });
  });

  it('have a signal without a conversation alone, also when another one names it as its conversation', async () => {
    const alone = await running.submit(ben);
    for (const caller of [ben, admin])
      await running.submit(caller, { context: { conversation_id: alone.id } });
    for (const [caller, own] of [
      [admin, 3],
      [ben, 2],
    ] as const) {
      const { results } = await running.call(calls.groupedByConversation, {}, caller);
      expect(results.map(({ conversation_id, signals }) => [conversation_id, signals.length])).toEqual(
        Array.from({ length: own }, () => [null, 1]),
      );
      expect(await running.call(calls.counts, {}, caller)).toMatchObject({
        ungrouped_to_review: own,
        conversations_to_review: 0,
      });
    }
  });

  it('stay what their signals make, whatever many do at once', async () => {
    const contexts = [{ conversation_id: randomUUID() }, { conversation_id: randomUUID() }, {}];
    const people = [admin, ben, aViewerBeside(admin)];
    const archive = (n: number) =>
      running.handle(
        conversationChanged.of({
          ...{ project_id: admin.project?.id ?? '', conversation_id: contexts[n % 2]?.conversation_id ?? '' },
          ...{ title: 'Churn', agent_name: 'Default', created_by: ben.user_id },
          ...{ is_archived: (n >> 1) % 2 === 1, is_shared: n % 3 === 0 },
          ...{ created_at: '2026-11-20T08:00:00.000Z', changed_at: `2026-11-20T09:00:${10 + n}.000Z` },
        }),
      );
    const submit = (n: number) =>
      running.submit(people[n % 3] ?? admin, { context: contexts[(n >> 2) % 3] ?? {} });
    const made = await Promise.all(Array.from({ length: 24 }, (_, n) => submit(n)));
    await Promise.all(
      made.flatMap((signal, n) =>
        [
          update(signal, STATUSES[n % 3] ?? 'reviewed'),
          n % 5 === 0
            ? running.call(calls.remove, { signal_id: made[23 - n]?.id }, admin).catch(() => undefined)
            : submit(n),
          n % 7 === 0
            ? running.call(calls.markConversationReviewed, { ...contexts[n % 2] }, admin)
            : update(signal, STATUSES[(n + 1) % 3] ?? 'reviewed').catch(() => undefined),
          archive(n),
        ].map((work) => Promise.resolve(work).catch(() => undefined)),
      ),
    );
    const [kept, now] = await keptAndMade();
    expect(kept).toEqual(now);
    expect(now?.length).toBeGreaterThan(5);
    expect(now).toContainEqual(expect.objectContaining({ is_archived: true }));
    const [counted, there] = await countedAndThere();
    expect(counted).toEqual(there);
    const [numbers, signalsThere] = await numbersAndSignals();
    expect(numbers).toEqual(signalsThere);
    expect(numbers?.length).toBeGreaterThan(5);
  });

  it('of signals from before they were kept are made by the migration', async () => {
    const context = { conversation_id: randomUUID() };
    const signal = await running.submit(ben, { context });
    await running.submit(admin, { context });
    await running.submit(ben);
    await update(signal, 'reviewed');
    await running.session.rows('DELETE FROM feedback.signal_groups WHERE project_id = $1', [
      admin.project?.id,
    ]);
    await running.session.rows('DELETE FROM feedback.signal_group_counts WHERE project_id = $1', [
      admin.project?.id,
    ]);
    await running.session.rows('SET search_path TO feedback');
    const runner = { query: (text: string) => running.session.rows(text) } as unknown as Runner;
    await new FillGroups1797465660000().up(runner);
    await running.session.rows('RESET search_path');
    const [kept, now] = await keptAndMade();
    expect(kept).toEqual(now);
    expect(now).toHaveLength(5);
    const [counted, there] = await countedAndThere();
    expect(counted).toEqual(there);
  });
});
