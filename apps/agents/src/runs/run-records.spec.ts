import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, ParticipantsRepository, statement } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase } from '@pks/testing';
import { projectIdOf } from '../../test/running-agents.ts';
import { agentsSchema } from '../agents.database.ts';
import { RunRecords } from './run-records.ts';
import { ToolRunsRepository } from './tool-runs.repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const DURATIONS = statement<{ duration_ms: number }>(
  'durations_of_runs',
  'SELECT duration_ms FROM tool_runs WHERE project_id = :projectId',
);
const clock = new TestClock();
let database: Database;
let close: () => Promise<void>;
let participants: ParticipantsRepository;
let records: RunRecords;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
  participants = new ParticipantsRepository(database, clock);
  records = new RunRecords(new ToolRunsRepository(database), participants, database, clock);
});
afterAll(() => close());

it('a run for an answer that takes long leaves the e-mail that its asker has by then', async () => {
  const caller = aCaller();
  const projectId = projectIdOf(caller);
  const askedAt = clock.now();
  await participants.keep(projectId, caller);
  clock.advance(MINUTE_MS / 4);
  const change = { user: caller.user_id, email: 'new@demo.test', previous: caller.email, since: clock.now() };
  await participants.rename(change, 10);
  clock.advance(2 * MINUTE_MS);
  await records.of({ projectId, id: randomUUID() }, {}, { caller, askedAt }, async () => []);
  expect(await participants.emailOf(projectId, caller.user_id)).toBe('new@demo.test');
});

it.each([
  ['back', 2 * DAY_MS],
  ['ahead', -60 * DAY_MS],
])('a run took as long as it did, also where the clock was set %s meanwhile', async (_where, ms) => {
  const caller = aCaller();
  const projectId = projectIdOf(caller);
  await records.of({ projectId, id: randomUUID() }, {}, { caller, askedAt: clock.now() }, async () => {
    clock.advance(1_500);
    clock.setBack(ms);
    return [];
  });
  expect(await database.rows(DURATIONS, { projectId })).toEqual([{ duration_ms: 1_500 }]);
});
