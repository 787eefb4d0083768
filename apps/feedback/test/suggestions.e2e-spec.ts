import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type NearObject, type Signal, nearest, signals } from '@pks/contracts';
import { eventually } from '@pks/testing';
import { RunningFeedback, anAdmin } from './running-feedback.ts';

const CHURN: NearObject = {
  kind: 'artifact',
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'churn',
  title: 'Churn',
  words: [{ word: 'churn' }],
};

let running: RunningFeedback;
let admin: Caller;
/** What the knowledge service has been asked, and whether it answers. */
const asked: string[] = [];
let isAway = false;

beforeAll(async () => {
  running = await RunningFeedback.start();
  await running.bus.connection.subscribe(nearest.calls.find.subject, (message) => {
    const { text } = message.json<{ text: string }>();
    asked.push(text);
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
  it('is made after the submission, and leaves the place in the list', async () => {
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

  it('is not waited for: a signal is there while nobody knows what is near, and gets it later', async () => {
    isAway = true;
    const text = 'The churn of a time when nobody answers.';
    const signal = await running.submit(admin, { feedback: text });
    await eventually('it was asked for', () => asked.includes(text));
    expect(await again(signal)).toEqual(signal);
    isAway = false;
    await eventually('it is made', async () => (await again(signal)).suggested_action_type !== 'none');
  });
});
