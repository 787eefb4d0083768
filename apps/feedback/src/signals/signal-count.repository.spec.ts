import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, ParticipantsRepository } from '@pks/platform';
import { type DatabaseSession, TestClock, aCaller, openSession, openTestDatabase } from '@pks/testing';
import { feedbackSchema } from '../feedback.database.ts';
import { EVERYBODY } from './signal-count.entity.ts';

const SUBMIT = `
  INSERT INTO signals (project_id, id, given_by_id, status, sentiment, feedback, context, size, source, conversation_title,
                       user_message, created_at, updated_at)
  VALUES ($1, gen_random_uuid(), $2, 'to_review', 'neutral', 'Wrong', '{}', 5, 'api', '', '', now(), now())`;
const NUMBERS = `
  SELECT holder_id, part, status, sentiment, count FROM signal_count_parts WHERE project_id = $1 ORDER BY holder_id, part`;

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(feedbackSchema));
});
afterAll(() => close());

async function connected(): Promise<{ session: DatabaseSession; part: number }> {
  const session = await openSession(database.options.url);
  await session.rows(`SET search_path TO ${database.options.schema}`);
  const [row] = await session.rows<{ part: number }>('SELECT pg_backend_pid() % 16 AS part');
  return { session, part: row?.part ?? 0 };
}

describe('the numbers of signals', () => {
  it('make nobody wait who submits on another connection, in the same project and as the same user', async () => {
    const [project, caller] = [randomUUID(), aCaller()];
    await database.transaction(() =>
      new ParticipantsRepository(database, new TestClock()).keep(project, caller),
    );
    const open = [await connected()];
    while (new Set(open.map(({ part }) => part)).size < 2) open.push(await connected());
    const [first, second] = [open[0]!, open.at(-1)!];
    await first.session.rows('BEGIN');
    await first.session.rows(SUBMIT, [project, caller.user_id]);
    await second.session.rows(SUBMIT, [project, caller.user_id]);
    await first.session.rows('COMMIT');
    const rows = await database.manager.query<{ holder_id: string; part: number; count: number }[]>(NUMBERS, [
      project,
    ]);
    const parts = [first.part, second.part].sort((one, other) => one - other);
    expect(rows).toMatchObject(
      [EVERYBODY, caller.user_id].flatMap((holder_id) =>
        parts.map((part) => ({ holder_id, part, count: 1 })),
      ),
    );
    await Promise.all(open.map(({ session }) => session.close()));
  });
});
