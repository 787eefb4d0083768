import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Caller, SIGNAL_STATUSES, conversationChanged, signals } from '@pks/contracts';
import { inProject } from '@pks/platform';
import {
  type StatementLog,
  Partitions,
  Wall,
  deleteFullestProject,
  neverCalled,
  neverSent,
  recordStatements,
} from '@pks/testing';
import { SignalPages } from '../src/signals/signal-pages.ts';
import { type RunningFeedback, aViewerBeside, anAdmin, runningFeedback } from './running-feedback.ts';

const { calls } = signals;
let running: RunningFeedback;
let log: StatementLog;
let wall: Wall;
let partitions: Partitions;

beforeAll(async () => {
  log = recordStatements();
  running = await runningFeedback();
  wall = await Wall.open(running.service.database.options.url, 'feedback');
  await useEverything();
  const sent = wall.touching(log.sent);
  partitions = await Partitions.open(running.service.database.options.url, 'feedback', wall.tables, sent);
});
afterAll(async () => {
  log.stop();
  await partitions.close();
  await wall.close();
  await running.stop();
});

const MATCHES = 'What matches a text comes in no order: up to 10,000 rows.';
const COMPARES = 'What is too short for an index is compared: the newest 50,000.';
const EXCEPTIONS = {
  signals_search_indexed_own: MATCHES,
  signal_groups_own_all_search_indexed: MATCHES,
  signal_groups_own_all_search_indexed_archived: MATCHES,
  signal_groups_own_reviewed_search_indexed: MATCHES,
  signal_groups_own_reviewed_search_indexed_archived: MATCHES,
  signals_search_newest_all: COMPARES,
  signals_search_newest_own: COMPARES,
  signal_groups_own_all_search_newest: COMPARES,
  signal_groups_own_all_search_newest_archived: COMPARES,
  signal_groups_own_reviewed_search_newest: COMPARES,
  signal_groups_own_reviewed_search_newest_archived: COMPARES,
};

/** The kinds of lists of groups. */
const GROUPED = [undefined, 'to_review', 'reviewed'].flatMap((status) => [
  { status, include_archived: false },
  { status, include_archived: true },
]);

/** Makes every call, and each list in each of its kinds. */
async function useEverything(): Promise<void> {
  const [admin, conversation_id] = [anAdmin(), randomUUID()];
  const viewer = aViewerBeside(admin);
  await running.handle(
    conversationChanged.of({
      ...{ project_id: admin.project?.id ?? '', conversation_id, title: 'Churn', agent_name: 'Default' },
      ...{ created_by: viewer.user_id, is_shared: false, is_archived: false },
      ...{ created_at: new Date().toISOString(), changed_at: new Date().toISOString() },
    }),
  );
  const { id: signal_id } = await running.submit(viewer, {
    feedback: 'Out of date',
    context: { conversation_id },
  });
  const other = await running.submit(admin, { feedback: 'Wrong', context: { conversation_id } });
  for (const search of ['', 'date', 'rare', 'of']) {
    for (const caller of [admin, viewer]) {
      await running.call(calls.list, { search }, caller);
      for (const kind of GROUPED)
        await running.call(calls.groupedByConversation, { search, ...kind }, caller);
    }
  }
  await running.call(calls.list, { status: 'to_review' }, admin);
  await running.call(calls.list, { limit: 100 }, admin);
  for (const caller of [admin, viewer]) await running.call(calls.list, { limit: 20 }, caller);
  await running.call(calls.counts, {}, viewer);
  await running.call(calls.get, { signal_id }, viewer);
  await running.call(calls.update, { signal_id, status: 'dismissed' }, viewer);
  await running.call(calls.markConversationReviewed, { conversation_id }, admin);
  await readSlices(admin, [signal_id, other.id]);
  await running.call(calls.remove, { signal_id: other.id }, admin);
  await submitOfEachKind(admin, viewer);
}

/** Reads signals as those of a large page are read. */
async function readSlices({ project }: Caller, ids: readonly string[]): Promise<void> {
  const projectId = project?.id ?? '';
  await inProject(projectId, () => running.get(SignalPages).slicesOf(projectId, ids).next());
}

/** Submits signals of each status and sentiment, which remain. */
async function submitOfEachKind(...callers: readonly Caller[]): Promise<void> {
  const kinds = SIGNAL_STATUSES.flatMap((status) =>
    [true, false, null].map((is_positive) => ({ status, is_positive })),
  );
  for (const caller of callers) {
    for (const { status, is_positive } of kinds) {
      const { id: signal_id } = await running.submit(caller, { is_positive });
      if (status !== 'to_review') await running.call(calls.update, { signal_id, status }, caller);
    }
  }
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toEqual([
      'conversations',
      'participants',
      'signal_count_parts',
      'signal_group_counts',
      'signal_groups',
      'signals',
    ]);
    expect(await wall.unprotected()).toEqual([]);
  });

  it('keeps no statement from finding rows by an index', async () => {
    expect(await wall.slowed(wall.touching(log.sent))).toEqual([]);
  });

  it('lets no statement of this service return or change anything for another project than its own', async () => {
    const sent = wall.touching(log.sent);
    expect(await wall.foreignEffects(sent)).toEqual([]);
    expect((await wall.ownEffects(sent)).length).toBeGreaterThan(sent.length / 2);
  });

  it('would let every statement find its rows in one partition, by an index, were the tables divided by project', async () => {
    expect(partitions.undivided).toEqual([]);
    expect(await partitions.overreaching(wall.touching(log.every), EXCEPTIONS)).toEqual([]);
  });

  it('would not keep a cluster that distributes the tables from any statement', async () => {
    expect(await wall.undistributable(log.texts)).toEqual([]);
  });

  it('is shown for every statement that has a name', async () => {
    expect(await neverSent(join(import.meta.dirname, '../src'), log)).toEqual([]);
  });

  it('is shown for every call about a project', () => {
    expect(neverCalled('feedback', running.called)).toEqual([]);
  });

  it('leaves nothing of a deleted project', async () => {
    expect(await deleteFullestProject(running.bus, wall)).toMatchObject({ emptyBefore: [], left: {} });
  });
});
