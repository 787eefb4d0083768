import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type Signal, conversationNotes, signals } from '@pks/contracts';
import { type Fields, faultOf } from '@pks/testing';
import {
  NOT_FOUND,
  type RunningFeedback,
  aViewerBeside,
  anAdmin,
  runningFeedback,
} from './running-feedback.ts';

const { calls } = signals;

let running: RunningFeedback;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  running = await runningFeedback();
});
afterAll(() => running.stop());

beforeEach(() => {
  admin = anAdmin();
  ben = aViewerBeside(admin);
});

const update = (signal: Signal, changes: Fields, caller = admin): Promise<Signal> =>
  running.call(calls.update, { signal_id: signal.id, ...changes }, caller);

const counts = (caller = admin) => running.call(calls.counts, {}, caller);

/** The texts of a list, in order. */
async function listed(request: Fields = {}, caller = admin): Promise<string[]> {
  const { results } = await running.call(calls.list, request, caller);
  return results.map(({ feedback }) => feedback);
}

describe('a signal', () => {
  it('has all fields when it is submitted, and the context unchanged', async () => {
    const conversation_id = randomUUID();
    const context = {
      z: { b: 1, a: [null, 'ü', '"'] },
      source: 'MCP',
      query_id: 7,
      conversation_id,
      conversation_title: 'Churn',
      user_message: 'Why?',
    };
    const signal = await running.submit(ben, { feedback: ' Wrong. ', is_positive: false, context });
    expect(signal).toEqual({
      id: expect.any(String),
      created_at: signal.updated_at,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      given_by: { id: ben.user_id, email: ben.email },
      status: 'to_review',
      feedback: ' Wrong. ',
      context,
      is_positive: false,
      user_message: 'Why?',
      conversation_title: 'Churn',
      suggested_action_type: 'none',
      suggested_action_data: {},
      reviewed_at: null,
      reviewed_by: null,
      query_id: 7,
      source: 'MCP',
    });
    expect(JSON.stringify(signal.context)).toBe(JSON.stringify(context));
    expect(await running.call(calls.get, { signal_id: signal.id }, admin)).toEqual(signal);
    expect((await running.call(calls.list, {}, admin)).results).toEqual([signal]);
  });

  it('may be blank only with a sentiment', async () => {
    const refused = await faultOf(running.submit(ben, { feedback: ' ' }));
    expect(refused).toMatchObject({ fields: { feedback: ['This field may not be blank.'] } });
    const praise = await running.submit(ben, { feedback: '', is_positive: true });
    expect(await faultOf(update(praise, { is_positive: null }))).toMatchObject({ kind: 'invalid' });
  });

  it('accepts a context of 64 KiB, and no larger one', async () => {
    const context = { a: 'x'.repeat(64 * 1024 - 8) };
    expect((await running.submit(ben, { context })).context).toEqual(context);
    const larger = running.submit(ben, { context: { a: `${context.a}x` } });
    expect(await faultOf(larger)).toMatchObject({ fields: { context: [expect.any(String)] } });
  });

  it('is created once under an idempotency key, also in the counts', async () => {
    const key = { key: randomUUID(), fingerprint: 'a'.repeat(64), operation: 'POST /signals/' };
    const submit = () => running.call(calls.submit, { feedback: 'Once.' }, ben, key);
    expect((await submit()).id).toBe((await submit()).id);
    expect((await counts()).total).toBe(1);
  });
});

describe('a signal about a conversation', () => {
  it('is submitted while the agents service does not answer, and shows what its context says', async () => {
    const { subject } = conversationNotes.calls.describe;
    const silent = await running.bus.connection.subscribe(subject, () => undefined);
    await running.bus.connection.flush();
    const context = { conversation_id: randomUUID(), conversation_title: 'Churn' };
    expect(await running.submit(ben, { context })).toMatchObject({ conversation_title: 'Churn' });
    silent.unsubscribe();
  });
});

describe('a user who is not an admin', () => {
  it('sees, counts and changes what they gave, and nothing else', async () => {
    const [own, other] = [await running.submit(ben, { feedback: 'Mine.' }), await running.submit(admin)];
    expect(await listed({}, ben)).toEqual(['Mine.']);
    expect((await counts(ben)).total).toBe(1);
    expect((await counts()).total).toBe(2);
    const signal_id = other.id;
    expect(await faultOf(running.call(calls.get, { signal_id }, ben))).toEqual(NOT_FOUND);
    expect(await faultOf(update(other, { status: 'reviewed' }, ben))).toEqual(NOT_FOUND);
    expect((await update(own, { status: 'dismissed' }, ben)).status).toBe('dismissed');
  });

  it('sees nothing of another project', async () => {
    const signal = await running.submit(ben);
    const elsewhere = anAdmin();
    expect(await faultOf(running.call(calls.get, { signal_id: signal.id }, elsewhere))).toEqual(NOT_FOUND);
    expect(await faultOf(running.call(calls.remove, { signal_id: signal.id }, elsewhere))).toEqual(NOT_FOUND);
    expect(await listed({}, elsewhere)).toEqual([]);
  });
});

describe('an update', () => {
  it('records who closed it and when, renews both, and clears them on reopening', async () => {
    const signal = await running.submit(ben);
    const reviewed = await update(signal, { status: 'reviewed' });
    expect(reviewed).toMatchObject({ reviewed_by: { id: admin.user_id, email: admin.email } });
    expect(reviewed.reviewed_at).toBe(reviewed.updated_at);
    const dismissed = await update(signal, { status: 'dismissed' }, ben);
    expect(dismissed).toMatchObject({ status: 'dismissed', reviewed_by: { id: ben.user_id } });
    expect(Date.parse(dismissed.reviewed_at ?? '')).toBeGreaterThan(Date.parse(reviewed.reviewed_at ?? ''));
    const reopened = await update(signal, { status: 'to_review' });
    expect(reopened).toMatchObject({ status: 'to_review', reviewed_at: null, reviewed_by: null });
  });

  it('that changes nothing leaves everything unchanged, including its time', async () => {
    const signal = await update(await running.submit(ben), { status: 'reviewed' });
    expect(await update(signal, {}, ben)).toEqual(signal);
    expect(await update(signal, { status: 'reviewed', feedback: signal.feedback }, ben)).toEqual(signal);
  });

  it('by a service account names no user', async () => {
    const agent = { ...admin, kind: 'service_account' as const };
    const closed = await update(await running.submit(ben), { status: 'reviewed' }, agent);
    expect(closed).toMatchObject({ status: 'reviewed', reviewed_by: null, reviewed_at: closed.updated_at });
  });

  it('changes text, sentiment and counts', async () => {
    const signal = await running.submit(ben, { is_positive: false });
    const changed = await update(signal, { feedback: 'Fine.', is_positive: null, status: 'reviewed' });
    expect(changed).toMatchObject({ feedback: 'Fine.', is_positive: null });
    expect(await counts()).toEqual({
      total: 1,
      status: { to_review: 0, reviewed: 1, dismissed: 0 },
      sentiment: { positive: 0, negative: 0, neutral: 1, actionable: 1 },
      to_review: 0,
      reviewed: 1,
      conversations_to_review: 0,
      conversations_reviewed: 0,
      ungrouped_to_review: 0,
      ungrouped_reviewed: 1,
    });
  });
});

describe('a deletion', () => {
  it('removes the signal from lists and counts', async () => {
    const signal = await running.submit(ben);
    await running.call(calls.remove, { signal_id: signal.id }, admin);
    expect(await listed()).toEqual([]);
    expect((await counts()).total).toBe(0);
    expect(await faultOf(running.call(calls.remove, { signal_id: signal.id }, admin))).toEqual(NOT_FOUND);
  });
});

describe('a list', () => {
  it('filters by status and sentiment, and an explicit sentiment takes precedence', async () => {
    const good = await running.submit(ben, { feedback: 'good', is_positive: true });
    await running.submit(ben, { feedback: 'bad', is_positive: false });
    await running.submit(ben, { feedback: 'so so' });
    await update(good, { status: 'reviewed' });
    expect(await listed()).toEqual(['good', 'so so', 'bad']);
    expect(await listed({ status: 'to_review' })).toEqual(['so so', 'bad']);
    expect(await listed({ sentiment: 'actionable' })).toEqual(['so so', 'bad']);
    expect(await listed({ sentiment: 'positive' })).toEqual(['good']);
    expect(await listed({ is_positive: 'false' })).toEqual(['bad']);
    expect(await listed({ is_positive: 'null' })).toEqual(['so so']);
    expect(await listed({ sentiment: 'actionable', is_positive: 'true' }, ben)).toEqual(['good']);
    const page = await running.call(calls.list, { sentiment: 'actionable', limit: 1, offset: 1 }, admin);
    expect([page.count, page.results.map(({ feedback }) => feedback)]).toEqual([2, ['bad']]);
    expect(await running.call(calls.list, { offset: 9 }, admin)).toEqual({ count: 3, results: [] });
  });

  it.each(['admins', 'others'])('contains the same in short pages as in long ones, for %s', async (who) => {
    const caller = who === 'admins' ? admin : ben;
    for (const feedback of ['a', 'b', 'c']) await running.submit(ben, { feedback, context: { feedback } });
    await update(await running.submit(ben, { feedback: 'd' }), { status: 'reviewed' });
    const page = (limit: number, offset = 0) => running.call(calls.list, { limit, offset }, caller);
    const long = await page(100);
    expect(await listed({ limit: 100 }, caller)).toEqual(['d', 'c', 'b', 'a']);
    expect(await page(50)).toEqual(long);
    expect(await page(2)).toEqual({ count: 4, results: long.results.slice(0, 2) });
    expect(await page(2, 1)).toEqual({ count: 4, results: long.results.slice(1, 3) });
    expect(await page(50, 3)).toEqual({ count: 4, results: long.results.slice(3) });
    expect(await page(2, 9)).toEqual({ count: 4, results: [] });
    expect(await page(2, 1_001)).toEqual({ count: 4, results: [] });
  });

  it.each([
    ['ÜBER', ['Über 50%_\\ off']],
    ['50%_\\', ['Über 50%_\\ off']],
    ['%', ['Über 50%_\\ off']],
    ['_', ['Über 50%_\\ off']],
    ['o', ['Über 50%_\\ off', 'another one']],
    ['of', ['Über 50%_\\ off']],
    ['ΠΕΛΆΤΕΣ', ['οι πελάτες']],
    ['ΕΣ', ['οι πελάτες']],
    ['zz', []],
  ])('finds %j as plain text, ignoring case', async (search, found) => {
    const viewer = aViewerBeside(admin, { email: 'x@y' });
    await running.submit(viewer, { feedback: 'οι πελάτες' });
    await running.submit(viewer, { feedback: 'another one' });
    await running.submit(viewer, { feedback: 'Über 50%_\\ off' });
    expect(await listed({ search })).toEqual(found);
    expect(await listed({ search, sentiment: 'positive' })).toEqual([]);
    expect(await listed({ search }, viewer)).toEqual(found);
  });

  it('finds by the e-mail of the user who gave it, each signal once', async () => {
    const eva = aViewerBeside(admin, { email: 'Eva.Lind@Example.test' });
    await running.submit(eva, { feedback: 'from eva.lind herself' });
    await running.submit(ben, { feedback: 'of ben' });
    const page = await running.call(calls.list, { search: 'eva.LIND' }, admin);
    expect([page.count, page.results.length]).toEqual([1, 1]);
  });
});

describe('groups by conversation', () => {
  const grouped = (request: Fields = {}, caller = admin) =>
    running.call(calls.groupedByConversation, request, caller);

  it('have the signals of a conversation together, and others alone', async () => {
    const context = { conversation_id: randomUUID(), conversation_title: 'Churn' };
    await running.submit(ben, { feedback: 'first', context });
    await running.submit(ben, { feedback: 'alone' });
    const second = await running.submit(admin, { feedback: 'second', context });
    await update(second, { status: 'reviewed' });
    const { count, results } = await grouped();
    expect(count).toBe(2);
    expect(results).toMatchObject([
      {
        conversation_id: context.conversation_id,
        conversation_title: 'Churn',
        to_review_count: 1,
        reviewed_count: 1,
        dismissed_count: 0,
        signals: [{ feedback: 'second' }, { feedback: 'first' }],
      },
      { conversation_id: null, to_review_count: 1, signals: [{ feedback: 'alone' }] },
    ]);
    expect((await grouped({ search: 'SECOND' })).results).toMatchObject([{ signals: [{}, {}] }]);
    expect((await grouped({ limit: 1, offset: 1 })).results).toMatchObject([{ conversation_id: null }]);
    expect((await grouped({}, ben)).results).toMatchObject([
      { conversation_id: null },
      { conversation_id: context.conversation_id, signals: [{ feedback: 'first' }] },
    ]);
    expect((await grouped({ search: 'second' }, ben)).count).toBe(0);
    await running.submit(ben, { feedback: 'οι πελάτες' });
    for (const search of ['ΠΕΛΆΤΕΣ', 'ΕΣ']) expect((await grouped({ search })).count).toBe(1);
  });

  it('are reviewed when none of their signals is open', async () => {
    const conversation_id = randomUUID();
    for (const feedback of ['a', 'b']) await running.submit(ben, { feedback, context: { conversation_id } });
    const dismissed = await running.submit(ben, { feedback: 'c', context: { conversation_id } });
    await update(dismissed, { status: 'dismissed' });
    expect([
      (await grouped({ status: 'to_review' })).count,
      (await grouped({ status: 'reviewed' })).count,
    ]).toEqual([1, 0]);
    const marked = await running.call(calls.markConversationReviewed, { conversation_id }, admin);
    expect(marked).toEqual({ updated_count: 2, conversation_id, new_status: 'reviewed' });
    expect((await grouped({ status: 'to_review' })).count).toBe(0);
    expect((await grouped({ status: 'reviewed' })).results).toMatchObject([
      { reviewed_count: 2, dismissed_count: 1 },
    ]);
    expect((await counts()).status).toEqual({ to_review: 0, reviewed: 2, dismissed: 1 });
    const upper = { conversation_id: conversation_id.toUpperCase() };
    const again = await running.call(calls.markConversationReviewed, upper, admin);
    expect(again).toEqual({ updated_count: 0, conversation_id, new_status: 'reviewed' });
  });
});
