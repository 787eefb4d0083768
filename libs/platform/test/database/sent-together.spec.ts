import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, cloneDatabase } from '@pks/testing';
import {
  Conflict,
  Database,
  type DatabaseOptions,
  acrossProjects,
  inProject,
  statement,
  undoneAlone,
  violates,
} from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { ADD, ALL, walledSchema } from '../fixtures/walled.ts';

const LATE = statement<object>(
  'things_add_late',
  'INSERT INTO things (project_id, name) SELECT $1, $2::text FROM (SELECT pg_sleep(0.05)) waited',
);

const SCOPE = statement<{ role: string; project: string }>(
  'scope',
  `SELECT current_user AS role, current_setting('pks.project_id') AS project`,
);

let clone: TestDatabase;
let options: DatabaseOptions;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase(walledSchema);
  // Every statement uses the only connection, whatever earlier ones left on it.
  options = {
    ...walledSchema,
    url: clone.url,
    poolSize: 1,
    migrate: true,
    name: 'test',
    rowSecurity: true,
  };
  database = new Database(options, capturedLog().log);
  await database.open();
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const owner = async (): Promise<string | undefined> => (await database.rows(SCOPE, []))[0]?.role;
const names = async (): Promise<string[]> => (await database.rows(ALL, [])).map(({ name }) => name);

describe('statements of a transaction that are sent together', () => {
  it('run in the order in which they were sent, in its project, also as its first ones', async () => {
    const project = randomUUID();
    const seen = await inProject(project, () =>
      database.transaction(() =>
        Promise.all([
          database.rows(LATE, [project, 'a']),
          names(),
          database.rows(ADD, [project, 'b']),
          names(),
          acrossProjects(names),
          database.rows(ADD, [project, 'c']),
        ]),
      ),
    );
    expect(seen).toEqual([[], ['a'], [], ['a', 'b'], expect.arrayContaining(['a', 'b']), []]);
    expect(await inProject(project, names)).toEqual(['a', 'b', 'c']);
  });

  it('each run in the scope of who sends it, whichever is the first of its transaction', async () => {
    const project = randomUUID();
    const scope = async (): Promise<object | undefined> => (await database.rows(SCOPE, []))[0];
    const inNone = () => inProject(null, scope);
    const inOne = () => inProject(project, scope);
    const inEach = () => acrossProjects(scope);
    const owned = { role: await acrossProjects(owner), project: '*' };
    const expected = new Map([
      [inNone, { role: 'pks_walled', project: '' }],
      [inOne, { role: 'pks_walled', project }],
      [inEach, owned],
    ]);
    for (const order of [
      [inEach, inOne, inNone],
      [inEach, inNone, inOne],
      [inOne, inEach, inNone, inEach],
      [inOne, inNone, inOne],
    ])
      expect(await database.transaction(() => Promise.all(order.map((run) => run())))).toEqual(
        order.map((run) => expected.get(run)),
      );
  });

  it('are undone with it on a connection that is new, also when it fails before they are sent', async () => {
    const project = randomUUID();
    const two = new Database({ ...options, poolSize: 2, migrate: false }, capturedLog().log);
    await two.open();
    const refused = new Conflict('no');
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const keepsTheFirst = two.transaction(async () => {
      await two.rows(ALL, []);
      await isOver;
    });
    let adding: Promise<unknown> = Promise.resolve();
    const undone = inProject(project, () =>
      two.transaction(() => Promise.all([(adding = two.rows(ADD, [project, 'a'])), Promise.reject(refused)])),
    );
    await expect(undone).rejects.toBe(refused);
    await adding;
    end();
    await keepsTheFirst;
    await two.close();
    expect(await inProject(project, names)).toEqual([]);
  });

  it.each([true, false])(
    'each say why the first one failed, with row-level security %s',
    async (rowSecurity) => {
      const another = new Database({ ...options, migrate: false, rowSecurity }, capturedLog().log);
      await another.open();
      const project = randomUUID();
      const [, ...behind] = await inProject(project, () =>
        another.transaction(async () => {
          await another.rows(ADD, [project, 'a']);
          return Promise.allSettled([
            another.rows(ALL, []),
            another.rows(ADD, [project, 'a']),
            another.rows(ALL, []),
            another.manager.query('SELECT 1'),
          ]);
        }),
      );
      expect(behind.map((one) => one.status === 'rejected' && violates(one.reason, 'things_pkey'))).toEqual([
        true,
        true,
        true,
      ]);
      await another.close();
    },
  );

  it('are all undone when one of them fails, with its error, and the connection serves the next', async () => {
    const project = randomUUID();
    const undone = inProject(project, () =>
      database.transaction(() =>
        Promise.all([
          database.rows(ADD, [project, 'a']),
          database.rows(ADD, [project, 'a']),
          database.rows(LATE, [project, 'b']),
          names(),
        ]),
      ),
    );
    const error: unknown = await undone.catch((reason: unknown) => reason);
    expect(violates(error, 'things_pkey')).toBe(true);
    expect(await inProject(project, names)).toEqual([]);
    await inProject(project, () => database.transaction(() => database.rows(ADD, [project, 'c'])));
    expect(await inProject(project, names)).toEqual(['c']);
  });

  it('are undone alone within one that goes on', async () => {
    const project = randomUUID();
    await inProject(project, () =>
      database.transaction(async () => {
        await database.rows(ADD, [project, 'a']);
        const failing = undoneAlone(() =>
          Promise.all([database.rows(ADD, [project, 'b']), database.rows(ADD, [project, 'a']), names()]),
        );
        await expect(failing).rejects.toThrow('things_pkey');
        await Promise.all([database.rows(ADD, [project, 'c']), database.rows(ADD, [project, 'd'])]);
      }),
    );
    expect(await inProject(project, names)).toEqual(['a', 'c', 'd']);
  });
});
