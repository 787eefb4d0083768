import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type NearObject, type Signal, nearest, signals } from '@pks/contracts';
import { eventually } from '@pks/testing';
import { type RunningFeedback, anAdmin, runningFeedback } from './running-feedback.ts';

const CHURN: NearObject = {
  kind: 'artifact',
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'churn',
  title: 'Churn',
  words: [{ word: 'churn' }],
};

let running: RunningFeedback;
let admin: Caller;
/** The texts that the knowledge service was queried with; while `isAway`, it does not answer. */
const queries: string[] = [];
let isAway = false;

beforeAll(async () => {
  running = await runningFeedback();
  await running.bus.connection.subscribe(nearest.calls.find.subject, (message) => {
    const { text } = message.json<{ text: string }>();
    queries.push(text);
    if (!isAway) message.respond(JSON.stringify(text.includes('churn') ? [CHURN] : []));
  });
  await running.bus.connection.flush();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
  isAway = false;
});

const again = ({ id }: Signal): Promise<Signal> => running.call(signals.calls.get, { signal_id: id }, admin);

describe('a suggestion', () => {
  it('is made after the submission, and does not move the signal in the list', async () => {
    const signal = await running.submit(admin, { feedback: 'The churn is wrong.', is_positive: false });
    expect(signal).toMatchObject({ suggested_action_type: 'none', suggested_action_data: {} });
    await eventually('it is made', async () => (await again(signal)).suggested_action_type !== 'none');
    expect(await again(signal)).toEqual({
      ...signal,
      suggested_action_type: 'edit_artifact',
      suggested_action_data: {
        artifact: { id: CHURN.id, slug: 'churn', title: 'Churn' },
        reason: 'The text is about it; in common: "churn".',
      },
    });
  });

  it('does not hold up the submission: a signal exists while the search service is unavailable, and gets it later', async () => {
    isAway = true;
    const text = 'The churn of a time when nobody answers.';
    const signal = await running.submit(admin, { feedback: text });
    await eventually('the query was sent', () => queries.includes(text));
    expect(await again(signal)).toEqual(signal);
    isAway = false;
    await eventually('it is made', async () => (await again(signal)).suggested_action_type !== 'none');
  });
});
