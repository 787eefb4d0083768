import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '@pks/testing';
import pg from 'pg';
import { Database, type DatabaseOptions, inProject } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { emptyDatabase } from '../fixtures/empty-database.ts';
import { ADD, ALL, walledSchema } from '../fixtures/walled.ts';

const PROJECT = randomUUID();
let empty: { url: string; drop: () => Promise<void> };
let login: string;
let schema: string;
let database: Database | undefined;

beforeEach(async () => {
  empty = await emptyDatabase();
  // Roles belong to the whole server, which other tests use too.
  const unique = randomUUID().slice(0, 8);
  [login, schema] = [`login_${unique}`, `walled_${unique}`];
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  await administer(`DROP OWNED BY ${login}`);
  await empty.drop();
  await administer(`DROP ROLE IF EXISTS pks_${schema}; DROP ROLE ${login}`, process.env['TEST_DATABASE_URL']);
});

async function administer(text: string, url = empty.url): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Creates a login that may create schemas, with these attributes. */
async function createLogin(attributes = ''): Promise<void> {
  const name = new URL(empty.url).pathname.slice(1);
  await administer(
    `CREATE ROLE ${login} LOGIN PASSWORD 'secret' ${attributes}; GRANT CREATE ON DATABASE ${name} TO ${login}`,
  );
}

/** Opens the database as the login; undefined until it is ready. */
function openAsLogin(): { opened: Promise<void>; database: Database } {
  const url = new URL(empty.url);
  [url.username, url.password] = [login, 'secret'];
  const options: DatabaseOptions = {
    ...walledSchema,
    schema,
    url: url.toString(),
    poolSize: 2,
    migrate: true,
    name: 'test',
    rowSecurity: true,
  };
  database = new Database(options, capturedLog().log);
  return { opened: database.open(), database };
}

async function expectConfined(own: Database): Promise<void> {
  await inProject(PROJECT, () => own.rows(ADD, [PROJECT, 'own']));
  expect(await inProject(PROJECT, () => own.rows(ALL, []))).toEqual([{ name: 'own' }]);
  expect(await inProject(randomUUID(), () => own.rows(ALL, []))).toEqual([]);
}

describe('the role that a service works as', () => {
  it('is created by a login that may create roles, however many start at the same time', async () => {
    await createLogin('CREATEROLE');
    const first = openAsLogin();
    const second = new Database(first.database.options, capturedLog().log);
    await Promise.all([first.opened, second.open()]);
    await second.close();
    await expectConfined(first.database);
  });

  it('is requested from an administrator by any other, in one sentence, and then used', async () => {
    await createLogin();
    const { opened, database: own } = openAsLogin();
    const remedy = `CREATE ROLE pks_${schema} NOLOGIN; GRANT pks_${schema} TO ${login};`;
    const isSaid = () => own.notReady?.includes(`an administrator has to run: ${remedy}`) ?? false;
    await eventually('it says what to run', isSaid);
    await administer(remedy);
    await opened;
    await expectConfined(own);
  });
});
