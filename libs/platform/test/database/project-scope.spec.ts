import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, cloneDatabase } from '@pks/testing';
import { Database, acrossProjects, inProject, statement, undoneAlone } from '../../src/index.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { ADD, ALL, DELETE, RENAME, Thing, walledSchema } from '../fixtures/walled.ts';

const SHOW = statement<{ role: string }>('things_role', 'SELECT current_user::text AS role');

let clone: TestDatabase;
let captured: CapturedLog;
let database: Database;
let [a, b] = ['', ''];

beforeAll(async () => {
  clone = await cloneDatabase(walledSchema);
  captured = capturedLog();
  // Every statement waits for the only connection, and gets it in the context of another statement.
  database = await open(1);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});
beforeEach(async () => {
  [a, b] = [randomUUID(), randomUUID()];
  await acrossProjects(() => database.rows(DELETE, []));
  await inProject(a, () => database.rows(ADD, [a, 'of a']));
  await inProject(b, () => database.rows(ADD, [b, 'of b']));
});

async function open(poolSize: number): Promise<Database> {
  const options = {
    ...walledSchema,
    url: clone.url,
    poolSize,
    migrate: true,
    name: 'test',
    rowSecurity: true,
  };
  const opened = new Database(options, captured.log);
  await opened.open();
  return opened;
}

const names = async (): Promise<string[]> => (await database.rows(ALL, [])).map(({ name }) => name);
const found = async (): Promise<string[]> =>
  (await database.manager.find(Thing, { order: { name: 'ASC' } })).map(({ name }) => name);

describe('a statement that forgets its project', () => {
  it('sees the rows of the project that it runs for, and none without one', async () => {
    expect(await inProject(a, names)).toEqual(['of a']);
    expect(await inProject(b, found)).toEqual(['of b']);
    expect(await names()).toEqual([]);
    expect(await inProject(null, found)).toEqual([]);
    expect(() => inProject('*', found)).toThrow('A project has an id.');
  });

  it('changes and deletes no others', async () => {
    expect(await inProject(a, () => database.rows(RENAME, []))).toEqual([{ name: 'of a!' }]);
    expect(await inProject(b, () => database.rows(DELETE, []))).toEqual([{ name: 'of b' }]);
    expect(await database.rows(DELETE, [])).toEqual([]);
    expect(await acrossProjects(names)).toEqual(['of a!']);
  });

  it('adds none to another', async () => {
    const refused = /violates row-level security policy/;
    await expect(inProject(a, () => database.rows(ADD, [b, 'x']))).rejects.toThrow(refused);
    await expect(database.rows(ADD, [b, 'x'])).rejects.toThrow(refused);
    const insert = (): Promise<unknown> => database.manager.insert(Thing, { projectId: b, name: 'x' });
    await expect(inProject(a, insert)).rejects.toThrow(refused);
  });

  it('does so in a transaction too', async () => {
    const both = (): Promise<string[][]> =>
      database.transaction(async () => [await names(), await found(), await names()]);
    expect(await inProject(a, both)).toEqual([['of a'], ['of a'], ['of a']]);
    expect(await both()).toEqual([[], [], []]);
  });
});

describe('one connection', () => {
  it('serves many projects at the same time, each its own rows', async () => {
    const turns = Array.from({ length: 60 }, (_, turn) => [a, b, null][turn % 3] ?? null);
    const seen = await Promise.all(
      turns.map((project, turn) => inProject(project, turn % 2 ? names : () => database.transaction(found))),
    );
    const expected = new Map<string | null, string[]>([
      [a, ['of a']],
      [b, ['of b']],
    ]);
    expect(seen).toEqual(turns.map((project) => expected.get(project) ?? []));
  });

  it("prepares each of the ORM's statements once", async () => {
    const text =
      'SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement ~ $1';
    const runs = statement<{ runs: number }>('things_runs', text);
    const [before] = await database.rows(runs, ['^INSERT INTO .*"things"']);
    for (const name of ['x', 'y', 'z'])
      await inProject(a, () => database.manager.insert(Thing, { projectId: a, name }));
    const after = await database.rows(runs, ['^INSERT INTO .*"things"']);
    expect(after).toEqual([{ runs: (before?.runs ?? 0) + 3 }]);
  });

  it('begins no transaction for work without statements, and one for the first statement of other work', async () => {
    const id = statement<{ id: string }>('things_transaction', 'SELECT pg_current_xact_id()::text AS id');
    const idOf = async (): Promise<string | undefined> => (await database.rows(id, []))[0]?.id;
    await database.transaction(() => Promise.resolve());
    await expect(database.transaction(() => Promise.reject(new Error('undone')))).rejects.toThrow('undone');
    expect(await idOf()).not.toBe(await idOf());
    const [first, second] = await database.transaction(async () => [await idOf(), await idOf()]);
    expect(first).toBe(second);
    expect(await idOf()).not.toBe(second);
  });

  it('goes on after errors of every kind, with nothing left of the project', async () => {
    const broken = statement<object>('things_broken', 'SELECT 1 / $1::integer');
    const misspelt = statement<object>('things_misspelt', 'SELECT nothing FROM things');
    for (const _ of [1, 2]) {
      await expect(inProject(a, () => database.rows(broken, [0]))).rejects.toThrow('division by zero');
      await expect(inProject(a, () => database.rows(misspelt, []))).rejects.toThrow('does not exist');
      expect(await names()).toEqual([]);
      expect(await inProject(b, names)).toEqual(['of b']);
    }
  });
});

describe('work across projects', () => {
  it('sees and changes every row, also as a part of a transaction of one project', async () => {
    expect(await acrossProjects(names)).toEqual(['of a', 'of b']);
    const steps = await inProject(a, () =>
      database.transaction(async () => [
        await names(),
        await acrossProjects(names),
        await names(),
        await inProject(b, found),
        await inProject(null, names),
        await names(),
      ]),
    );
    expect(steps).toEqual([['of a'], ['of a', 'of b'], ['of a'], ['of b'], [], ['of a']]);
  });

  it('is over where a savepoint is undone', async () => {
    const failing = (): Promise<void> =>
      undoneAlone(async () => {
        await acrossProjects(names);
        throw new Error('undone');
      });
    const rest = (): Promise<string[]> =>
      database.transaction(async () => {
        await expect(failing()).rejects.toThrow('undone');
        return names();
      });
    expect(await inProject(a, rest)).toEqual(['of a']);
    expect(await rest()).toEqual([]);
  });

  it('is by the owner of the tables, and all other work by a role that owns nothing', async () => {
    const role = async (): Promise<string | undefined> => (await database.rows(SHOW, []))[0]?.role;
    expect(await role()).toBe('pks_walled');
    expect(await inProject(a, role)).toBe('pks_walled');
    expect(await acrossProjects(role)).not.toBe('pks_walled');
    expect(await role()).toBe('pks_walled');
  });
});
