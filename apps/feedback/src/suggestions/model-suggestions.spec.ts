import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig, openLanguageModel } from '@pks/platform';
import { TEST_SECRET, TestClock, silentLog } from '@pks/testing';
import { type ModelAnswer, ModelEndpoint, eventually } from '@pks/testing/black-box';
import { FeedbackConfig } from '../feedback.config.ts';
import { ModelSuggestions } from './model-suggestions.ts';
import type { Choice } from './suggestion-prompt.ts';
import type { Suggestion } from './suggestion-rules.ts';

const CHOICE: Choice = {
  feedback: 'Nothing about refunds.',
  sentiment: 'neutral',
  conversationId: null,
  conversationTitle: '',
  userMessage: '',
  near: undefined,
  candidates: [],
};
const ADD: Suggestion = { type: 'add_knowledge', data: { reason: 'Refunds are missing.' } };
const ANSWER = { pieces: ['{"type": "add_knowledge",', ' "reason": "Refunds are missing."}'] };

let endpoint: ModelEndpoint;
let clock: TestClock;
let model: ModelSuggestions;

/** Suggestions of the endpoint's model, unless the environment says otherwise. */
function suggestionsWith(env: Readonly<Record<string, string>> = {}): ModelSuggestions {
  const common = { CALLER_SECRET: TEST_SECRET, LANGUAGE_MODEL_TIMEOUT_MS: '10000' };
  const config = loadConfig(FeedbackConfig, { ...common, LANGUAGE_MODEL: endpoint.url, ...env });
  return new ModelSuggestions(openLanguageModel(config), clock, silentLog(), config);
}

/** The suggestion for a signal that was submitted `secondsAgo`. */
const suggest = (choice: Partial<Choice> = {}, secondsAgo = 0): Promise<Suggestion | null> =>
  model.suggest({ ...CHOICE, ...choice }, new Date(clock.now().getTime() - secondsAgo * 1_000));

beforeEach(async () => {
  endpoint = await ModelEndpoint.start();
  clock = new TestClock();
  model = suggestionsWith();
});
afterEach(() => endpoint.close());

describe('the suggestion of a language model', () => {
  it('is what it chooses', async () => {
    endpoint.next.push(ANSWER);
    expect(await suggest()).toEqual(ADD);
  });

  it('is not asked for without a model, for praise and blank texts, and for what has waited long already', async () => {
    expect(await suggest({ sentiment: 'positive' })).toBeNull();
    expect(await suggest({ feedback: ' ' })).toBeNull();
    expect(await suggest({}, 16)).toBeNull();
    model = suggestionsWith({ LANGUAGE_MODEL: 'none' });
    expect(await suggest()).toBeNull();
    expect(endpoint.requests).toEqual([]);
    model = suggestionsWith();
    endpoint.next.push(ANSWER);
    expect(await suggest({}, 15)).toEqual(ADD);
  });

  it.each<[string, ModelAnswer]>([
    ['is cut short', { ...ANSWER, end: 'length' }],
    ['refuses what is said', { status: 400, body: '' }],
    ['talks', { pieces: ['Add something about refunds.'] }],
    ['never stops talking', { pieces: Array.from({ length: 100 }, () => 'Add. '.repeat(20)), end: 'never' }],
  ])('is none where it %s; it is asked again the next time', async (_, answer) => {
    endpoint.next.push(answer, ANSWER);
    expect([await suggest(), await suggest()]).toEqual([null, ADD]);
  });

  it.each<[string, ModelAnswer]>([
    ['fails', { status: 500, body: '' }],
    ['is lost', { ...ANSWER, end: 'lost' }],
  ])('is none where it %s, which then rests for a while', async (_, answer) => {
    endpoint.next.push(answer);
    expect([await suggest(), await suggest()]).toEqual([null, null]);
    expect(endpoint.requests).toHaveLength(1);
    clock.advance(30_000);
    endpoint.next.push(ANSWER);
    expect(await suggest()).toEqual(ADD);
  });

  it.each<[string, ModelAnswer]>([
    ['does not answer', null],
    ['does not finish', { ...ANSWER, end: 'never' }],
  ])('is none where it %s in time', async (_, answer) => {
    model = suggestionsWith({ LANGUAGE_MODEL_TIMEOUT_MS: '100' });
    endpoint.next.push(answer);
    expect(await suggest()).toBeNull();
    await eventually('the model is left alone', () => endpoint.waiting === 0);
  });

  it('is none while it is asked about another signal', async () => {
    const first = suggest();
    await eventually('it is asked', () => endpoint.requests.length === 1);
    expect(await suggest()).toBeNull();
    endpoint.answerWaiting(ANSWER);
    expect(await first).toEqual(ADD);
  });
});
