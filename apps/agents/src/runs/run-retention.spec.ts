import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, ParticipantsRepository, statement } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase } from '@pks/testing';
import { projectIdOf } from '../../test/running-agents.ts';
import { agentsSchema } from '../agents.database.ts';
import { RunRetention } from './run-retention.ts';
import { ToolRunsRepository } from './tool-runs.repository.ts';

const clock = new TestClock();
const caller = aCaller();
const projectId = projectIdOf(caller);
const job = { id: randomUUID(), attempt: 1, payload: {} };

const ADD = statement<{ id: string }>(
  'tool_runs_add_many',
  `INSERT INTO tool_runs (project_id, id, tool_id, run_by_id, input_parameters, status, result_count, duration_ms, started_at)
   SELECT :projectId, gen_random_uuid(), :projectId, :userId, '{}', 'success', 0, 0, :startedAt
     FROM generate_series(1, :count::integer) RETURNING id`,
);
const COUNT = statement<{ count: number }>(
  'tool_runs_count',
  'SELECT count(*)::integer AS count FROM tool_runs WHERE project_id = :projectId',
);

let database: Database;
let close: () => Promise<void>;
let retention: RunRetention;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
  await database.transaction(() => new ParticipantsRepository(database, clock).keep(projectId, caller));
  retention = new RunRetention(new ToolRunsRepository(database), clock);
});
afterAll(() => close());

/** Adds `count` runs that began 31 days ago. */
async function addOld(count: number): Promise<void> {
  const startedAt = new Date(clock.now().getTime() - 31 * 24 * 60 * 60_000);
  await database.rows(ADD, { projectId, userId: caller.user_id, startedAt, count });
}

const counted = async () => (await database.rows(COUNT, { projectId }))[0]?.count;

describe('the runs of tools that are too old', () => {
  beforeEach(() => addOld(2_001));

  it('stay where the process stops, and are all deleted by the next one, however many', async () => {
    const before = await counted();
    await retention.work({ ...job, signal: AbortSignal.abort() });
    expect(await counted()).toBe(before);
    await retention.work({ ...job, signal: new AbortController().signal });
    expect(await counted()).toBe(0);
  });
});
