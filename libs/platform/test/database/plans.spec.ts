import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notifications } from '@pks/contracts';
import { CALLS, ownerOf } from '@pks/platform/bus-users';
import {
  type Exceptions,
  type Kinds,
  Partitions,
  type SentStatement,
  type TestDatabase,
  cloneDatabase,
  neverCalled,
  neverSent,
} from '@pks/testing';
import pg from 'pg';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const PROJECT = '10000000-0000-4000-8000-000000000000';
const OWNER = '20000000-0000-4000-8000-000000000000';

const SCHEMA = `
  DO $$ BEGIN CREATE ROLE pks_plans NOLOGIN; EXCEPTION WHEN duplicate_object THEN END $$;
  CREATE SCHEMA plans;
  CREATE TABLE plans.things (
    project_id uuid, id uuid, owner_id uuid NOT NULL, name text NOT NULL, kind text NOT NULL, created_at timestamptz NOT NULL,
    CONSTRAINT things_pkey PRIMARY KEY (project_id, id));
  CREATE INDEX things_newest ON plans.things (project_id, owner_id, created_at DESC, id DESC);
  CREATE INDEX things_name ON plans.things (project_id, lower(name));
  CREATE TABLE plans.nothing (project_id uuid, id uuid, PRIMARY KEY (project_id, id));
  ALTER TABLE plans.things ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON plans.things
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid);
  INSERT INTO plans.things
  SELECT '${PROJECT}', gen_random_uuid(), '${OWNER}', 'thing ' || n, 'usual', now() FROM generate_series(1, 3) n`;

let clone: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  clone = await cloneDatabase(keeperSchema);
  client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  await client.query(SCHEMA);
});
afterAll(async () => {
  await client.end();
  await clone.drop();
});

function sent(condition: string, rest = '', values: readonly unknown[] = []): SentStatement {
  const text = `SELECT id FROM things WHERE ${condition} ${rest}`;
  return { name: 'things_list', text, values: [PROJECT, ...values], project: PROJECT };
}

async function problems(statement: SentStatement, kinds?: Kinds, exceptions?: Exceptions): Promise<string[]> {
  const partitions = await Partitions.open(clone.url, 'plans', ['things'], [statement], kinds);
  try {
    return await partitions.overreaching([statement], exceptions);
  } finally {
    await partitions.close();
  }
}

const OF_PROJECT = 'project_id = $1';
const OF_OWNER = `${OF_PROJECT} AND owner_id = $2`;
const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT 10';
const BY_KIND = 'ORDER BY kind, id LIMIT 10';

describe('the plan of a statement', () => {
  it('may read a page in the order of an index', async () => {
    expect(await problems(sent(OF_OWNER, NEWEST, [OWNER]))).toEqual([]);
  });

  it('reads one partition by the condition of the statement, not of a policy', async () => {
    expect(await problems(sent('$1::uuid IS NOT NULL', 'LIMIT 1'))).toEqual([
      expect.stringMatching(/^reads 16 partitions of things, reads all of things: things_list: SELECT/),
    ]);
  });

  it('does not sort more rows than a page has', async () => {
    expect(await problems(sent(OF_OWNER, BY_KIND, [OWNER]))).toEqual([
      expect.stringMatching(/^sorts 100\d\d rows by things.kind, things.id: things_list: SELECT/),
    ]);
  });

  it('does not drop most rows that it reads', async () => {
    expect(await problems(sent(`${OF_OWNER} AND kind = 'rare'`, NEWEST, [OWNER]))).toEqual([
      expect.stringMatching(/^drops \d{5} rows of things, keeps 0: things_list: SELECT/),
    ]);
  });

  it('does not meet the rows of others first', async () => {
    expect(await problems(sent(OF_PROJECT, NEWEST))).toEqual([
      expect.stringMatching(
        /^sorts 200\d\d rows by things.created_at DESC, things.id DESC: things_list: SELECT/,
      ),
    ]);
  });

  it('uses an index that the policy leaves to the service', async () => {
    expect(await problems(sent(`${OF_PROJECT} AND lower(name) = $2`, '', ['thing 1']))).toEqual([
      expect.stringMatching(/^drops \d+ rows of things, keeps \d+: things_list: SELECT/),
    ]);
  });

  it('has few rows where one owner, or a project, has few', async () => {
    const few = { few: { things: 'An owner has three.' } };
    expect(await problems(sent(OF_OWNER, BY_KIND, [OWNER]), few)).toEqual([]);
    expect(await problems(sent(OF_PROJECT, BY_KIND), few)).toHaveLength(1);
    expect(await problems(sent(OF_PROJECT, BY_KIND), { bounded: { things: 'There are three.' } })).toEqual(
      [],
    );
  });

  it('may be an exception, if it is one', async () => {
    const exceptions = { things_list: 'It is no page.' };
    expect(await problems(sent(OF_OWNER, BY_KIND, [OWNER]), {}, exceptions)).toEqual([]);
    expect(await problems(sent(OF_OWNER, NEWEST, [OWNER]), {}, exceptions)).toEqual([
      'needs no exception: things_list',
    ]);
  });

  it('is not judged where the statement fails', async () => {
    const failing = `${OF_PROJECT} AND length(name) / length(left(name, 0)) > 0`;
    await expect(problems(sent(failing, NEWEST))).rejects.toThrow('division by zero');
  });

  it('is not judged without rows', async () => {
    const opened = Partitions.open(clone.url, 'plans', ['nothing'], [sent(OF_PROJECT)]);
    await expect(opened).rejects.toThrow('nothing has no row to resemble:');
  });
});

describe('the calls of a service', () => {
  it('about a project were all made, but for exceptions', () => {
    const made = CALLS.map(({ subject }) => subject).filter((one) => ownerOf(one) === 'notifications');
    const first = notifications.calls.list.subject;
    const others = made.filter((one) => one !== first);
    expect(neverCalled('notifications', new Set(made))).toEqual([]);
    expect(neverCalled('notifications', new Set(others))).toEqual([first]);
    expect(neverCalled('notifications', new Set(others), { [first]: 'Nobody makes it.' })).toEqual([]);
    expect(neverCalled('notifications', new Set(made), { [first]: 'It is made.' })).toEqual([first]);
  });
});

describe('the statements of a service', () => {
  const SOURCE = `
    const FIND = statement<{ id: string }>('things_find', '');
    const LIST = pageStatement<Thing, Wanted>(\`things_list_\${kind}_all\`, {});
    const DROP = statement(
      'things_drop', '');`;

  it('were all sent, but for exceptions', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pks-statements-'));
    await writeFile(join(folder, 'things.repository.ts'), SOURCE);
    const all = { names: new Set(['things_find', 'things_list_usual_all', 'things_drop']) };
    expect(await neverSent(folder, all)).toEqual([]);
    expect(await neverSent(folder, all, { things_drop: 'It is sent.' })).toEqual(['things_drop']);
    const some = { names: new Set(['things_find', 'things_list']) };
    expect(await neverSent(folder, some, { things_drop: 'Nothing drops one.' })).toEqual([
      'things_list_${kind}_all',
    ]);
    await rm(folder, { recursive: true });
  });
});
