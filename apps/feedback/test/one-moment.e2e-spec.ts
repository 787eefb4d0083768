import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Caller, type Signal, signals } from '@pks/contracts';
import { Database } from '@pks/platform';
import type { Fields } from '@pks/testing';
import { type RunningFeedback, anAdmin, runningFeedback } from './running-feedback.ts';

const { calls } = signals;
const OPEN = [{ status: 'to_review' }];

let running: RunningFeedback;
let admin: Caller;

beforeAll(async () => {
  running = await runningFeedback();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
});
afterEach(() => void jest.restoreAllMocks());

const submit = (fields: Fields = {}): Promise<Signal> =>
  running.submit(admin, { context: { conversation_id: randomUUID(), ...fields } });
const close = ({ id }: Signal) => running.call(calls.update, { signal_id: id, status: 'reviewed' }, admin);
const remove = ({ id }: Signal) => running.call(calls.remove, { signal_id: id }, admin);
const groups = async (fields: Fields = {}) =>
  (await running.call(calls.groupedByConversation, { status: 'to_review', ...fields }, admin)).results;

/** Runs `happen` as soon as the next call about signals has read its first rows. */
function meanwhile(happen: () => Promise<unknown>): void {
  const database = running.get(Database);
  const read = database.rows.bind(database);
  let isOver = false;
  jest.spyOn(database, 'rows').mockImplementation(async (statement, values) => {
    const rows = await read(statement, values);
    if (isOver || !statement.name.startsWith('signal')) return rows;
    isOver = true;
    await happen();
    return rows;
  });
}

describe('groups of signals', () => {
  it('have the signals that they count, although some are closed and deleted meanwhile', async () => {
    const [closed, removed] = [await submit(), await submit()];
    meanwhile(() => Promise.all([close(closed), remove(removed)]));
    const listed = await groups();
    expect(listed).toMatchObject([
      { to_review_count: 1, signals: OPEN },
      { to_review_count: 1, signals: OPEN },
    ]);
    expect(await groups()).toEqual([]);
  });

  it('of a large page are left out where none of their signals is left', async () => {
    const text = 'x'.repeat(60_000);
    const first = await submit({ text });
    for (let others = 0; others < 19; others += 1) await submit({ text });
    meanwhile(() => remove(first));
    const listed = await groups({ limit: 20 });
    expect(listed).toMatchObject(Array(19).fill({ signals: OPEN }));
  });
});

describe('the counts of signals', () => {
  it('are those of one moment', async () => {
    const [one] = [await submit(), await submit()];
    meanwhile(() => remove(one));
    expect(await running.call(calls.counts, {}, admin)).toMatchObject({
      total: 2,
      conversations_to_review: 2,
    });
  });
});
