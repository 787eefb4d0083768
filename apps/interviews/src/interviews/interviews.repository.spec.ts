import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, ParticipantsRepository } from '@pks/platform';
import { TestClock, aCaller, openTestDatabase } from '@pks/testing';
import { interviewsSchema } from '../interviews.database.ts';
import { anInterview } from './interview.builder.ts';
import { InterviewsRepository } from './interviews.repository.ts';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(interviewsSchema));
});
afterAll(() => close());

/** Within a transaction, each statement has a number, which is that of its rows. */
const STATEMENTS = `
  SELECT count(*)::integer AS interviews, count(DISTINCT cmin::text)::integer AS statements
    FROM interviews WHERE project_id = $1`;

it('the interviews of an assignment to very many people are inserted by several statements', async () => {
  const [projectId, caller] = [randomUUID(), aCaller()];
  const given = { projectId, createdById: caller.user_id, assignedToId: caller.user_id };
  const interviews = Array.from({ length: 250 }, () => anInterview(given));
  await database.transaction(async () => {
    await new ParticipantsRepository(database, new TestClock()).keep(projectId, caller);
    await new InterviewsRepository(database).insert(interviews);
    const [found] = await database.manager.query<object[]>(STATEMENTS, [projectId]);
    expect(found).toEqual({ interviews: 250, statements: 3 });
  });
});
