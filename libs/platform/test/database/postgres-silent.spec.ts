import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, cloneDatabase, outcomeOf } from '@pks/testing';
import { Database, DeadlineExceeded, statement } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { Name, keeperSchema } from '../fixtures/service/keeper.database.ts';
import { SilencedPostgres } from '../fixtures/silenced-postgres.ts';

const TOO_LONG = new DeadlineExceeded().data;
const ONE = statement<{ n: number }>('one', 'SELECT 1 AS n');
const answered = { answered: [{ n: 1 }] };

let clone: TestDatabase;
let postgres: SilencedPostgres;
let database: Database;
beforeEach(async () => {
  clone = await cloneDatabase(keeperSchema);
  postgres = await SilencedPostgres.before(clone.url);
  // With one connection, the next statement notices whatever keeps it.
  const options = { ...keeperSchema, url: postgres.url, poolSize: 1, migrate: true, name: 'test' };
  database = new Database({ ...options, rowSecurity: true, silenceMs: 2_000 }, capturedLog().log);
  await database.open();
});
afterEach(async () => {
  await database.close();
  await postgres.close();
  await clone.drop();
});

describe('a connection that falls silent', () => {
  it('ends a statement that waits, and another connection replaces it', async () => {
    expect(await outcomeOf(database.rows(ONE, []))).toEqual(answered);
    postgres.silence();
    expect(await outcomeOf(database.rows(ONE, []))).toEqual(TOO_LONG);
    expect(await outcomeOf(database.rows(ONE, []))).toEqual(answered);
  });

  it('ends a transaction, with all of its statements that wait', async () => {
    const lost = database.transaction(async () => {
      await database.manager.insert(Name, { name: 'lost' });
      postgres.silence();
      await Promise.all([database.rows(ONE, []), database.rows(ONE, []), database.manager.query('SELECT 1')]);
    });
    expect(await outcomeOf(lost)).toEqual(TOO_LONG);
    expect(await outcomeOf(database.transaction(() => database.manager.find(Name)))).toEqual({
      answered: [],
    });
  });

  it('ends a commit of which it is not known whether it took effect', async () => {
    const unknown = database.transaction(async () => {
      await database.manager.insert(Name, { name: 'perhaps' });
      postgres.silence();
    });
    expect(await outcomeOf(unknown)).toEqual(TOO_LONG);
    expect(await outcomeOf(database.rows(ONE, []))).toEqual(answered);
  });
});
