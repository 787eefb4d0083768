import { Injectable } from '@nestjs/common';
import type { ChatEntry, ListTestRunMessages, Page, TestRunDetail, TestRunReference } from '@pks/contracts';
import { Database, Json, NotFound, later, pageOf, pageStatement, statement } from '@pks/platform';
import { type Exchange, LONGEST_EXCHANGE, exchangeAtEndOf } from '../conversation/exchange.ts';
import { SKIP_PATTERN } from '../conversation/skip.ts';
import { lastLines, shownEntry } from '../conversation/transcript-sql.ts';
import { InterviewPages } from '../drafts/interview-pages.ts';
import { TEST_RUN_DETAIL } from '../drafts/test-run-row.ts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { TestRunEntry } from './test-run-entry.entity.ts';
import { TestRun } from './test-run.entity.ts';

interface OfDraft {
  readonly project_id: string;
  readonly draft_id: string;
}

/** The most runs of a draft; older ones are deleted. */
const MOST_RUNS = 20;

const VIEW = statement<{ json: string }, TestRunReference & { readonly pages: string }>(
  'test_runs_view',
  `SELECT ${TEST_RUN_DETAIL}::text AS json
     FROM test_runs r JOIN drafts d ON d.project_id = :project_id AND d.id = r.draft_id
    WHERE r.project_id = :project_id AND r.draft_id = :draft_id AND r.id = :test_run_id`,
);

const ABANDON = statement<object, OfDraft & { readonly user_id: string; readonly now: Date }>(
  'test_runs_abandon',
  `UPDATE test_runs
      SET status = 'abandoned', updated_at = greatest(:now::timestamptz, ${later('updated_at', `interval '1 ms'`)})
    WHERE project_id = :project_id AND draft_id = :draft_id AND created_by_id = :user_id
      AND status IN ('pending', 'in_progress')`,
);

const MAKE_ROOM = statement<object, OfDraft>(
  'test_runs_make_room',
  `DELETE FROM test_runs
    WHERE project_id = :project_id AND id IN (
          SELECT r.id FROM test_runs r WHERE r.project_id = :project_id AND r.draft_id = :draft_id
           ORDER BY r.created_at DESC, r.id DESC OFFSET ${MOST_RUNS - 1})`,
);

const ENTRY = 'e.project_id = :project_id AND e.test_run_id = :test_run_id';

/** There is no row at all without such a run. */
const ENTRIES = pageStatement<ChatEntry, ListTestRunMessages>('test_run_entries_list', {
  results: `SELECT e.id, e.number FROM test_run_entries e WHERE ${ENTRY}`,
  order: 'number',
  total: `SELECT r.message_count::bigint AS total FROM test_runs r
           WHERE r.project_id = :project_id AND r.draft_id = :draft_id AND r.id = :test_run_id`,
  show: shownEntry('test_run_entries', ENTRY),
  planOnce: true,
});

const LAST = statement<Line>('test_run_entries_last', lastLines('test_run_entries', ENTRY));

const ANSWERED = statement<{ was_answered: boolean }>(
  'test_run_entries_answered',
  `SELECT EXISTS (
     SELECT 1 FROM test_run_entries e
      WHERE ${ENTRY} AND e.role = 'user' AND e.topic_index = :asked::integer
        AND e.content !~* '${SKIP_PATTERN}') AS was_answered`,
);

/** Reads and writes test runs. */
@Injectable()
export class TestRunsRepository {
  constructor(
    private readonly database: Database,
    private readonly pages: InterviewPages,
  ) {}

  /** The run as the API shows it. @throws NotFound */
  async view({ project_id, draft_id, test_run_id }: TestRunReference): Promise<Json<TestRunDetail>> {
    const { base: pages } = this.pages;
    const [row] = await this.database.rows(VIEW, { project_id, draft_id, test_run_id, pages });
    if (!row) throw new NotFound();
    return new Json(row.json);
  }

  /** The run as it is now; null when there is none. */
  read({
    project_id: projectId,
    draft_id: draftId,
    test_run_id: id,
  }: TestRunReference): Promise<TestRun | null> {
    return this.database.find(TestRun, { projectId, draftId, id });
  }

  /** The run, locked until the end of the transaction. @throws NotFound */
  async lock({
    project_id: projectId,
    draft_id: draftId,
    test_run_id: id,
  }: TestRunReference): Promise<TestRun> {
    const run = await this.database.lock(TestRun, { projectId, draftId, id }, 'for_no_key_update');
    if (!run) throw new NotFound();
    return run;
  }

  /** Abandons a user's unfinished runs of a locked draft, and deletes its oldest runs, so that there is room for another. */
  async makeRoom(of: OfDraft, user_id: string, now: Date): Promise<void> {
    await this.database.rows(ABANDON, { ...of, user_id, now });
    await this.database.rows(MAKE_ROOM, of);
  }

  /** Inserts a run, whose creator must be a participant already. */
  async insert(run: TestRun): Promise<void> {
    await this.database.manager.insert(TestRun, run);
  }

  /** Writes the columns of a locked run that can change. */
  async store({
    projectId,
    id,
    status,
    topics,
    jumps,
    messageCount,
    size,
    updatedAt,
  }: TestRun): Promise<void> {
    const columns = { status, topics, jumps, messageCount, size, updatedAt };
    await this.database.manager.update(TestRun, { projectId, id }, columns);
  }

  /** Stores the last lines of a run's transcript as entries, and returns these. */
  async append(run: TestRun, lines: readonly Line[]): Promise<readonly ChatEntry[]> {
    const entries = TestRunEntry.endOf(run, lines);
    await this.database.manager.insert(TestRunEntry, entries);
    return entries.map(({ view }) => view);
  }

  /** The transcript, in order. @throws NotFound */
  async entries(request: ListTestRunMessages): Promise<Page<ChatEntry>> {
    const rows = await this.database.rows(ENTRIES, request);
    if (rows.length === 0) throw new NotFound();
    return pageOf(rows);
  }

  /** The exchange about the question that a run asks now. */
  async exchange({ projectId, id, messageCount, jumps }: TestRun): Promise<Exchange> {
    const of = { project_id: projectId, test_run_id: id };
    const number = messageCount - LONGEST_EXCHANGE;
    const exchange = exchangeAtEndOf(await this.database.rows(LAST, { ...of, number }));
    if (jumps.length === 0) return exchange;
    const [before] = await this.database.rows(ANSWERED, { ...of, asked: exchange.asked });
    return { ...exchange, wasAnswered: before?.was_answered === true };
  }
}
