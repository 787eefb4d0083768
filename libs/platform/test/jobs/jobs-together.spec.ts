import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openTestDatabase } from '@pks/testing';
import { type Database, GivenUp, Jobs, statement } from '../../src/index.ts';
import { currentScope } from '../../src/calls/project-scope.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { Office, errand } from '../fixtures/clerk.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

const STATES = statement<{ what: string; state: string; retries: number; reason: string | null }>(
  'job_states_of',
  `SELECT data->>'what' AS what, state, retry_count AS retries, output->>'reason' AS reason
     FROM keeper_jobs.job WHERE data->>'what' = ANY ($1) ORDER BY what`,
);

let database: Database;
let close: () => Promise<void>;
let captured: CapturedLog;
let office: Office;
let jobs: Jobs;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(keeperSchema));
  captured = capturedLog();
});
afterAll(() => close());
beforeEach(async () => {
  office = new Office();
  jobs = new Jobs(database, captured.log);
  jobs.register({ type: errand, worker: office, isTogether: true });
  await jobs.open();
});
afterEach(() => jobs.close());

/** Adds jobs in one transaction, so that they are fetched together. */
async function added(...names: readonly string[]): Promise<readonly string[]> {
  const whats = names.map((name) => `${name} ${randomUUID()}`);
  await jobs.addAll(
    errand,
    whats.map((what) => ({ payload: { what }, key: what })),
  );
  return whats;
}

const statesOf = (whats: readonly string[]) => database.rows(STATES, [whats]);
const ended = (whats: readonly string[]) =>
  eventually('all have ended', async () =>
    (await statesOf(whats)).every(({ state }) => !['created', 'active'].includes(state)),
  );

describe('jobs that are done together', () => {
  it('are those that wait, in no project, and each is done', async () => {
    const scopes: string[] = [];
    office.manner = async () => void scopes.push(currentScope());
    const whats = await added('a', 'b', 'c');
    await ended(whats);
    expect(office.batches.map((batch) => batch.toSorted())).toEqual([whats]);
    expect(scopes).toEqual(['']);
    expect((await statesOf(whats)).map(({ state }) => state)).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
  });

  it('are each done alone when they fail together, so that one that fails is the only one that does', async () => {
    office.manner = async (some) => {
      if (some.some((what) => what.startsWith('poison'))) throw new Error('not this one');
    };
    const whats = await added('a', 'b', 'poison', 'z');
    await ended(whats);
    const [together, ...alone] = office.batches.map((batch) => batch.toSorted());
    expect(together).toEqual(whats);
    expect(alone.flat().toSorted()).toEqual(whats);
    expect(await statesOf(whats)).toMatchObject([
      { state: 'completed' },
      { state: 'completed' },
      { state: 'retry', reason: 'not this one' },
      { state: 'completed' },
    ]);
  });

  it('have a dead letter alone', async () => {
    office.manner = async (some) => {
      if (some.some((what) => what.startsWith('poison'))) throw new GivenUp('never');
    };
    const whats = await added('a', 'poison', 'z');
    await ended(whats);
    expect((await statesOf(whats)).map(({ state }) => state)).toEqual(['completed', 'failed', 'completed']);
  });

  it('are none of those that were attempted before', async () => {
    let fails = true;
    office.manner = async () => {
      if (fails) throw new Error('not now');
    };
    const whats = await added('a', 'b');
    await ended(whats);
    fails = false;
    office.batches.length = 0;
    await eventually('both are done', async () =>
      (await statesOf(whats)).every(({ state, retries }) => state === 'completed' && retries > 0),
    );
    expect(office.batches.every(({ length }) => length === 1)).toBe(true);
  });

  it('are each done alone when the payload of one is invalid', async () => {
    const broken = `b ${randomUUID()}`;
    const valid = [`a ${randomUUID()}`, `c ${randomUUID()}`];
    const payloads = [{ what: valid[0] ?? '' }, { what: broken, more: 1 }, { what: valid[1] ?? '' }];
    await jobs.addAll(
      errand,
      payloads.map((payload) => ({ payload, key: payload.what })),
    );
    await ended([...valid, broken]);
    expect((await statesOf(valid)).map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(await statesOf([broken])).toMatchObject([{ state: 'retry' }]);
  });
});
