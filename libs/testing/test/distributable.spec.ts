import { describe, expect, it } from '@jest/globals';
import { undistributable } from '../src/distributable.ts';

const DISTRIBUTION = {
  tables: new Set(['things']),
  immutable: new Set(['lower', 'power']),
  volatile: new Set(['uuidv7']),
};
const problemsOf = (text: string) => undistributable(text, DISTRIBUTION);

describe('an update of a conflict', () => {
  const upserting = (update: string) =>
    `INSERT INTO things AS known (project_id, at) VALUES ($1, now()) ON CONFLICT (project_id) DO UPDATE ${update}`;

  it.each([
    ['SET at = now()', 'now'],
    ['SET at = CURRENT_TIMESTAMP', 'the time'],
    [`SET at = known.at + interval '1 hour'`, 'a moment and an interval'],
    [
      `SET at = excluded.at WHERE known.at < excluded.at - interval '1 hour' * $2`,
      'a moment and an interval',
    ],
  ])('may not depend on the session or the clock: %s', async (update, what) => {
    expect(await problemsOf(upserting(update))).toEqual([
      `an update of a conflict depends on the session or the clock: ${what}`,
    ]);
  });

  it.each([
    'SET at = excluded.at, name = lower(known.name)',
    `SET at = (known.at AT TIME ZONE 'UTC' + interval '1 hour') AT TIME ZONE 'UTC'`,
    `SET at = excluded.at WHERE excluded.at - known.at > interval '1 hour' + interval '1 s' * power(2, known.count)`,
  ])('may compute with what it has: %s', async (update) => {
    expect(await problemsOf(upserting(update))).toEqual([]);
  });
});

describe('an update', () => {
  const updating = (update: string) => `UPDATE things SET ${update} WHERE project_id = $1`;

  it.each([
    [
      `at = at + interval '1 hour'`,
      'an update computes with a column what depends on the session: a moment and an interval',
    ],
    [
      `at = now() + CASE count WHEN 0 THEN interval '1 hour' END`,
      'an update computes with a column what depends on the session: a moment and an interval',
    ],
    ['size = to_json(name)', 'an update computes with a column what depends on the session: to_json'],
    ['at = CASE WHEN $2 THEN now() END', 'an update chooses what depends on the session or the clock: now'],
    ['at = coalesce($2, now())', 'an update chooses what depends on the session or the clock: now'],
    ['id = uuidv7()', 'an update calls a volatile function: uuidv7'],
  ])('is refused: SET %s', async (update, problem) => {
    expect(await problemsOf(updating(update))).toEqual([problem]);
  });

  it.each([
    `at = now() + CASE $2::integer WHEN 0 THEN interval '1 hour' END`,
    `at = greatest($2, (at AT TIME ZONE 'UTC' + interval '1 ms') AT TIME ZONE 'UTC')`,
    'name = lower(name), count = count + 1',
  ])('is taken: SET %s', async (update) => {
    expect(await problemsOf(updating(update))).toEqual([]);
  });
});

describe('rows', () => {
  it('of a table on one node are not compared with those of a query', async () => {
    const text = (table: string) =>
      `DELETE FROM ${table} WHERE (a, b) IN (SELECT a, b FROM ${table} WHERE project_id = $1)`;
    expect(await problemsOf(text('others'))).toEqual(['rows are compared with those of a query']);
    expect(await problemsOf(text('things'))).toEqual([]);
  });

  it('that are there have a column', async () => {
    const text = (columns: string) => `SELECT EXISTS (SELECT ${columns} FROM things WHERE project_id = $1)`;
    expect(await problemsOf(text(''))).toEqual(['EXISTS of rows without a column']);
    expect(await problemsOf(text('1'))).toEqual([]);
  });

  it('of several projects are not locked', async () => {
    expect(await problemsOf('SELECT id FROM things WHERE id = $1 FOR UPDATE')).toEqual([
      'rows of several projects are locked',
    ]);
    expect(
      await problemsOf('SELECT t.id FROM things t WHERE t.project_id = $1 AND t.id = $2 FOR UPDATE'),
    ).toEqual([]);
    expect(await problemsOf('SELECT id FROM others WHERE id = $1 FOR UPDATE')).toEqual([]);
  });
});
