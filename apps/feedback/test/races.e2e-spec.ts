import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type SignalStatus, signalClosed, signals } from '@pks/contracts';
import { type RunningFeedback, aViewerBeside, anAdmin, runningFeedback } from './running-feedback.ts';

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

/** The number of signals by status, counted in the table and as stored. */
async function countedAndKept(caller: Caller): Promise<unknown[]> {
  const counted = await running.session.rows(
    `SELECT status, count(*)::integer AS count FROM feedback.signals
      WHERE project_id = $1 GROUP BY status ORDER BY status`,
    [caller.project?.id],
  );
  const { status } = await running.call(calls.counts, {}, caller);
  const kept = Object.entries(status).filter(([, count]) => count > 0);
  return [counted, kept.sort().map(([name, count]) => ({ status: name, count }))];
}

/** How many events report that the signal was closed. */
async function closings(signalId: string): Promise<number> {
  const rows = await running.session.rows(
    `SELECT FROM feedback.outbox WHERE subject = $1 AND payload->>'signal_id' = $2`,
    [signalClosed.subject, signalId],
  );
  return rows.length;
}

describe('concurrently,', () => {
  it('signals of several users are submitted, and all are counted', async () => {
    const people = [admin, ben, aViewerBeside(admin)];
    await Promise.all(Array.from({ length: 30 }, (_, n) => running.submit(people[n % 3] ?? admin)));
    expect(await running.call(calls.counts, {}, admin)).toMatchObject({ total: 30 });
    expect(await running.call(calls.counts, {}, ben)).toMatchObject({ total: 10 });
  });

  it('a signal is closed by many, and one event reports that', async () => {
    const { id: signal_id } = await running.submit(ben);
    const close = (status: SignalStatus) => running.call(calls.update, { signal_id, status }, admin);
    await Promise.all(Array.from({ length: 10 }, (_, n) => close(n % 2 === 0 ? 'reviewed' : 'dismissed')));
    expect(await closings(signal_id)).toBe(1);
    const [counted, kept] = await countedAndKept(admin);
    expect(kept).toEqual(counted);
  });

  it('signals of a conversation are closed, reopened, marked and deleted, and the counts stay correct', async () => {
    const context = { conversation_id: randomUUID() };
    const made = await Promise.all(Array.from({ length: 12 }, () => running.submit(ben, { context })));
    const mark = () => running.call(calls.markConversationReviewed, context, admin);
    const change = (n: number, status: SignalStatus, caller: Caller) =>
      running.call(calls.update, { signal_id: made[n]?.id, status }, caller);
    await Promise.all([
      mark(),
      ...[0, 1, 2, 3].map((n) => change(n, 'dismissed', ben)),
      mark(),
      ...[4, 5, 6, 7].map((n) => change(n, 'to_review', admin)),
      ...[8, 9].map((n) => running.call(calls.remove, { signal_id: made[n]?.id }, admin)),
      mark(),
    ]);
    const [counted, kept] = await countedAndKept(admin);
    expect(kept).toEqual(counted);
    expect((await running.call(calls.counts, {}, ben)).total).toBe(10);
  });
});
