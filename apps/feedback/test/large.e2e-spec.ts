import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type Signal, signals } from '@pks/contracts';
import { type RunningFeedback, anAdmin, runningFeedback } from './running-feedback.ts';

const SIGNALS = 1_000;

let running: RunningFeedback;
let admin: Caller;

/** A context of 60 KiB that no other signal has. */
const CONTEXT = `json_build_object('n', n, 'additional_details', repeat(md5(n::text), 1920))`;

beforeAll(async () => {
  running = await runningFeedback();
  admin = anAdmin();
  await running.submit(admin, { feedback: 'The first one.' });
  await running.session.rows(
    `INSERT INTO feedback.signals
       (project_id, id, given_by_id, status, sentiment, feedback, context, size, source, conversation_title,
        user_message, created_at, updated_at)
     SELECT project_id, gen_random_uuid(), given_by_id, status, sentiment, n::text, ${CONTEXT},
            octet_length(${CONTEXT}::text), source, '', '', created_at, updated_at + interval '1 ms' * n
       FROM feedback.signals, generate_series(1, $1::integer) n`,
    [SIGNALS],
  );
});
afterAll(() => running.stop());

/** Expects the newest signals, whole and in order. */
function expectNewest(results: readonly Signal[], count: number): void {
  const numbers = Array.from({ length: count }, (_, index) => SIGNALS - index);
  expect(results.map(({ feedback }) => Number(feedback))).toEqual(numbers);
  expect(results.map(({ context }) => context['n'])).toEqual(numbers);
  const sizes = results.map(({ context }) => String(context['additional_details']).length);
  expect(new Set(sizes)).toEqual(new Set([60 * 1024]));
}

const list = (limit: number) => running.call(signals.calls.list, { limit }, admin);

describe('a page of 1,000 signals with contexts of 60 KiB', () => {
  it('arrives whole and in order', async () => {
    expectNewest((await list(SIGNALS)).results, SIGNALS);
  });
});

describe('large pages that are requested concurrently', () => {
  it('arrive whole when they are groups', async () => {
    const grouped = async (limit: number) =>
      (await running.call(signals.calls.groupedByConversation, { limit }, admin)).results;
    const pages = await Promise.all([400, 400, 400].map(grouped));
    for (const groups of pages)
      expectNewest(
        groups.flatMap((group) => group.signals),
        400,
      );
  });

  it('arrive whole and in order, also when they have to wait for space', async () => {
    const pages = await Promise.all([400, 30, 450, 1, 350].map(async (limit) => (await list(limit)).results));
    for (const results of pages) expectNewest(results, results.length);
    expect(pages.map(({ length }) => length)).toEqual([400, 30, 450, 1, 350]);
  });
});
