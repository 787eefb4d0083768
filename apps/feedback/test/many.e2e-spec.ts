import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, MOST_FOUND, signals } from '@pks/contracts';
import { MOST_COMPARED } from '@pks/platform';
import { type RunningFeedback, aViewerBeside, anAdmin, runningFeedback } from './running-feedback.ts';

let running: RunningFeedback;
let admin: Caller;

/** Inserts signals whose texts are these numbers, later numbers being newer. */
async function seed(from: number, to: number): Promise<void> {
  await running.session.rows(
    `INSERT INTO feedback.signals
       (project_id, id, given_by_id, status, sentiment, feedback, context, size, source, conversation_title,
        user_message, created_at, updated_at)
     SELECT project_id, gen_random_uuid(), given_by_id, status, sentiment, 'number ' || n, '{}', 100, source, '', '',
            created_at, updated_at + interval '1 ms' * n
       FROM (SELECT * FROM feedback.signals ORDER BY updated_at LIMIT 1) first, generate_series($1::integer, $2::integer) n`,
    [from, to],
  );
  await running.session.rows('ANALYZE feedback.signals, feedback.signal_groups', []);
}

beforeAll(async () => {
  running = await runningFeedback();
  admin = anAdmin();
  await running.submit(admin, { feedback: 'The first one: QX?' });
  await seed(1, MOST_FOUND);
}, 60_000);
afterAll(() => running.stop());

const list = (search: string, offset = 0, limit = 20) =>
  running.call(signals.calls.list, { search, offset, limit }, admin);
const grouped = (search: string, offset = 0, limit = 20) =>
  running.call(signals.calls.groupedByConversation, { search, offset, limit }, admin);

describe('a search for signals', () => {
  it('counts as many as it lists, and no more is said where that is all', async () => {
    for (const { count, count_is_minimum, results } of [await list('number'), await grouped('number')]) {
      expect({ count, count_is_minimum }).toEqual({ count: MOST_FOUND });
      expect(results).toHaveLength(20);
    }
  });

  it('lists the newest where there are more, and says that there are', async () => {
    await seed(MOST_FOUND + 1, MOST_FOUND + 5);
    const [first, last, none] = [
      await list('number'),
      await list('number', 9_990),
      await list('number', 10_000),
    ];
    for (const { count, count_is_minimum } of [first, last, none, await grouped('number')])
      expect({ count, count_is_minimum }).toEqual({ count: MOST_FOUND, count_is_minimum: true });
    expect(first.results[0]?.feedback).toBe(`number ${MOST_FOUND + 5}`);
    expect(last.results.map(({ feedback }) => feedback)).toEqual(
      Array.from({ length: 10 }, (_, index) => `number ${15 - index}`),
    );
    expect(none.results).toEqual([]);
    expect((await grouped('number', 9_990)).results).toHaveLength(10);
  });

  it('has its exact number where it finds fewer, and without a search a list has', async () => {
    expect(await list('number 1000')).toMatchObject({ count: 7 });
    expect(await list('number 1000')).not.toHaveProperty('count_is_minimum');
    const { count, count_is_minimum } = await list('', 10_001);
    expect({ count, count_is_minimum }).toEqual({ count: MOST_FOUND + 6 });
  });

  it('that is too short for an index looks at the newest, and says so', async () => {
    expect(await list('Z?')).toEqual({ count: 0, results: [] });
    expect((await list('X?')).results.map(({ feedback }) => feedback)).toEqual(['The first one: QX?']);
    await seed(MOST_FOUND + 6, MOST_COMPARED);
    expect(await list('X?')).toEqual({ count: 0, count_is_minimum: true, results: [] });
    expect(await grouped('X?')).toEqual({ count: 0, count_is_minimum: true, results: [] });
    expect(await list('first one')).toMatchObject({ count: 1 });
  }, 60_000);

  it('of a submitter looks at their own', async () => {
    const member = aViewerBeside(admin);
    await running.submit(member, { feedback: 'It is ok.' });
    const search = { search: 'ok', limit: 20, offset: 0 };
    const { count, count_is_minimum } = await running.call(signals.calls.list, search, member);
    expect({ count, count_is_minimum }).toEqual({ count: 1 });
  });
});
