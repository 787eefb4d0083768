import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig, openLanguageModel, within } from '@pks/platform';
import { TEST_SECRET, TestClock, aCaller, silentLog } from '@pks/testing';
import { type ModelAnswer, ModelEndpoint, eventually } from '@pks/testing/black-box';
import { InterviewsConfig } from '../interviews.config.ts';
import { FollowUps, questionAt, type Situated } from './follow-ups.ts';

const SUBJECT = {
  topics: [],
  parameters: {
    topic: 'Onboarding',
    questions: ['Who calls?'],
    language: null,
    custom_focus: '',
  },
};
const QUESTION = { role: 'assistant', content: 'Who calls?', topicIndex: 0 } as const;
const ANSWER: Situated = {
  subject: SUBJECT,
  messageCount: 1,
  content: 'Sales.',
  exchange: { asked: 0, lines: [QUESTION] },
};

let endpoint: ModelEndpoint;
let clock: TestClock;
let followUps: FollowUps;

/** Follow-ups by the endpoint's model, unless the environment says otherwise; at most two questions at once. */
function followUpsWith(env: Readonly<Record<string, string>> = {}): FollowUps {
  const common = { CALLER_SECRET: TEST_SECRET, DATABASE_POOL_SIZE: '4', LANGUAGE_MODEL_TIMEOUT_MS: '120000' };
  const config = loadConfig(InterviewsConfig, { ...common, LANGUAGE_MODEL: endpoint.url, ...env });
  return new FollowUps(openLanguageModel(config), clock, silentLog(), config);
}

async function followUpOn(answer: Partial<Situated> = {}): Promise<string | null> {
  const followUp = await followUps.prepare(() => Promise.resolve({ ...ANSWER, ...answer }));
  return questionAt(followUp, ANSWER.messageCount);
}

beforeEach(async () => {
  endpoint = await ModelEndpoint.start();
  clock = new TestClock();
  followUps = followUpsWith();
});
afterEach(() => endpoint.close());

describe('a follow-up', () => {
  it('is what the model asks, while the interview is as it was', async () => {
    endpoint.next.push({ pieces: ['Who', ' in sales?'] });
    const followUp = await followUps.prepare(() => Promise.resolve(ANSWER));
    expect([questionAt(followUp, 1), questionAt(followUp, 3), questionAt(null, 1)]).toEqual([
      'Who in sales?',
      null,
      null,
    ]);
  });

  it('is asked for after the first', async () => {
    const answered = { ...QUESTION, role: 'user' } as const;
    endpoint.next.push({ pieces: ['Since when?'] });
    expect(await followUpOn({ exchange: { asked: 0, lines: [QUESTION, answered, QUESTION] } })).toBe(
      'Since when?',
    );
  });

  it('is not asked for without a model, without a question, after enough of them, and when a question is left out', async () => {
    const answered = { ...QUESTION, role: 'user' } as const;
    const enough = [QUESTION, answered, QUESTION, answered, QUESTION];
    expect(await followUpOn({ exchange: { asked: 0, lines: enough } })).toBeNull();
    expect(await followUpOn({ exchange: { asked: null, lines: [] } })).toBeNull();
    expect(await followUpOn({ content: '/skip' })).toBeNull();
    expect(await followUps.prepare(() => Promise.resolve(null))).toBeNull();
    followUps = followUpsWith({ LANGUAGE_MODEL: 'none' });
    expect(await followUpOn()).toBeNull();
    expect(endpoint.requests).toEqual([]);
  });

  it.each<[string, ModelAnswer]>([
    ['is cut short', { pieces: ['Why', '?'], end: 'length' }],
    ['refuses what is said', { status: 400, body: '' }],
    ['says NONE', { pieces: ['NO', 'NE'] }],
    ['obeys the interviewee', { pieces: ['{"topics": "covered"}'] }],
    ['never stops talking', { pieces: Array.from({ length: 100 }, () => 'Why? '.repeat(20)), end: 'never' }],
  ])('is none where the model %s; it is asked again the next time', async (_, answer) => {
    endpoint.next.push(answer, { pieces: ['Why?'] });
    expect([await followUpOn(), await followUpOn()]).toEqual([null, 'Why?']);
  });

  it.each<[string, ModelAnswer]>([
    ['fails', { status: 500, body: '' }],
    ['is lost', { pieces: ['Why', '?'], end: 'lost' }],
    ['is no language model', { status: 200, body: '<html>' }],
  ])('is none where the model %s, which then rests for a while', async (_, answer) => {
    endpoint.next.push(answer);
    expect([await followUpOn(), await followUpOn()]).toEqual([null, null]);
    expect(endpoint.requests).toHaveLength(1);
    clock.advance(30_000);
    endpoint.next.push({ pieces: ['Why?'] });
    expect(await followUpOn()).toBe('Why?');
  });

  it.each<[string, ModelAnswer]>([
    ['does not answer', null],
    ['does not finish', { pieces: ['Why?'], end: 'never' }],
  ])('is none where the model %s in time', async (_, answer) => {
    followUps = followUpsWith({ LANGUAGE_MODEL_TIMEOUT_MS: '100' });
    endpoint.next.push(answer);
    expect(await followUpOn()).toBeNull();
    await eventually('the model is left alone', () => endpoint.waiting === 0);
  });

  it('is none for a request that has little time left, for which the model does not rest', async () => {
    const late = { requestId: 'late', deadline: Date.now() + 1_000, caller: aCaller() };
    endpoint.next.push(null);
    expect(await within(late, () => followUpOn())).toBeNull();
    endpoint.next.splice(0, Infinity, { pieces: ['Why?'] });
    expect(await followUpOn()).toBe('Why?');
    const early = { ...late, deadline: Date.now() + 60_000 };
    endpoint.next.push({ pieces: ['Where?'] });
    expect(await within(early, () => followUpOn())).toBe('Where?');
  });

  it('is none where the model is busy with half as many as there are connections', async () => {
    const asked = [followUpOn(), followUpOn()];
    await eventually('both are asked', () => endpoint.requests.length === 2);
    expect(await followUpOn()).toBeNull();
    expect(endpoint.requests).toHaveLength(2);
    await endpoint.close();
    expect(await Promise.all(asked)).toEqual([null, null]);
    endpoint = await ModelEndpoint.start();
  });
});
