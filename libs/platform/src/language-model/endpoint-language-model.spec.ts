import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnswerEnd, ModelEndpoint, eventually } from '@pks/testing/black-box';
import { EndpointLanguageModel } from './endpoint-language-model.ts';
import { ModelFailed } from './language-model.ts';

const PROMPT = { instructions: 'Be brief.', messages: [{ role: 'user', content: 'Why?' }] } as const;
const CHUNK = { choices: [{ index: 0, delta: { content: 'Be' }, finish_reason: null }] };

let endpoint: ModelEndpoint;
let model: EndpointLanguageModel;

beforeEach(async () => {
  endpoint = await ModelEndpoint.start();
  model = new EndpointLanguageModel({ url: endpoint.url, model: 'small', key: 'a-key' });
});
afterEach(() => endpoint.close());

/** All pieces of the model's answer. */
async function ask(signal = new AbortController().signal): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of model.answer(PROMPT, signal)) pieces.push(piece);
  return pieces;
}

const stream = (...events: readonly unknown[]) => ({
  status: 200,
  contentType: 'text/event-stream',
  body: events
    .map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join(''),
});

describe('a language model at an endpoint', () => {
  it('answers in pieces, and is asked as chat completions are', async () => {
    endpoint.next.push({ pieces: ['Be', 'cause', ' ✓'] });
    expect(await ask()).toEqual(['Be', 'cause', ' ✓']);
    expect(endpoint.requests).toEqual([
      {
        authorization: 'Bearer a-key',
        model: 'small',
        stream: true,
        messages: [{ role: 'system', content: 'Be brief.' }, ...PROMPT.messages],
      },
    ]);
  });

  it('is asked without a key where none is configured, also below an address that ends with a slash', async () => {
    model = new EndpointLanguageModel({ url: `${endpoint.url}/`, model: 'small' });
    endpoint.next.push({ pieces: ['Yes'] });
    expect(await ask()).toEqual(['Yes']);
    expect(endpoint.requests[0]?.authorization).toBeUndefined();
  });

  it('may answer at once, though it was asked to stream', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Because' }, finish_reason: 'stop' }];
    endpoint.next.push({ status: 200, body: JSON.stringify({ choices }) });
    expect(await ask()).toEqual(['Because']);
  });

  it('may end a stream by its last reason alone, or by its last line alone', async () => {
    const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    endpoint.next.push(stream(CHUNK, last), stream(CHUNK, { choices: [], usage: {} }, '[DONE]'));
    expect([await ask(), await ask()]).toEqual([['Be'], ['Be']]);
  });

  it('gives what arrived before the rest does', async () => {
    endpoint.next.push({ pieces: ['Be', 'cause'], end: 'never' });
    const pieces = model.answer(PROMPT, new AbortController().signal);
    expect(await pieces.next()).toEqual({ done: false, value: 'Be' });
    await pieces.return(undefined);
    await eventually('the endpoint is left alone', () => endpoint.waiting === 0);
  });

  it.each<[string, AnswerEnd, string]>([
    ['is cut short', 'length', 'The answer was cut short: length.'],
    ['is lost on the way', 'lost', ''],
  ])('fails when its answer %s', async (_, end, sentence) => {
    endpoint.next.push({ pieces: ['Be'], end });
    const failed = ask();
    await expect(failed).rejects.toThrow(ModelFailed);
    await expect(failed).rejects.toThrow(sentence);
  });

  it.each([
    ['a refusal', { status: 429, body: 'Slow down.' }, 'It answered 429: Slow down.'],
    ['a redirect', { status: 302, body: '' }, 'fetch failed'],
    ['no JSON', { status: 200, body: '<html>' }, 'It answered with something that is not JSON.'],
    ['no completion', { status: 200, body: '[]' }, 'It answered with something that is no chat completion.'],
    [
      'an error',
      stream(CHUNK, { error: { message: 'Out of memory' } }),
      'It reported an error: Out of memory',
    ],
    [
      'an error, and that it is done',
      stream({ error: { message: 'Out of memory' } }, '[DONE]'),
      'It reported an error: Out of memory',
    ],
    [
      'an error of a choice, and that it is done',
      stream({ choices: [{ delta: {}, error: { message: 'Out of memory' } }] }, '[DONE]'),
      'It reported an error: Out of memory',
    ],
    [
      'no word, and that it is done',
      stream({ choices: [{ delta: {} }] }, '[DONE]'),
      'The stream has no answer.',
    ],
    ['half a stream', stream(CHUNK), 'The stream ended before the answer did.'],
    ['a broken line', stream(CHUNK, '{"choices'), 'It answered with something that is not JSON.'],
    ['an endless line', stream('x'.repeat(2_000_000)), 'exceeded'],
  ])('fails when it gets %s', async (_, answer, sentence) => {
    endpoint.next.push(answer);
    const failed = ask();
    await expect(failed).rejects.toThrow(ModelFailed);
    await expect(failed).rejects.toThrow(sentence);
  });

  it('fails when it has not answered in time, or there is nobody', async () => {
    const stopped = new AbortController();
    const failed = ask(stopped.signal);
    await eventually('it is asked', () => endpoint.requests.length === 1);
    stopped.abort();
    await expect(failed).rejects.toThrow(ModelFailed);
    await endpoint.close();
    await expect(ask()).rejects.toThrow('ECONNREFUSED');
    endpoint = await ModelEndpoint.start();
  });

  it('has each request counted by its outcome, and one that was given up by none', async () => {
    const counted: unknown[] = [];
    const count = (outcome: unknown) => counted.push(outcome);
    model = new EndpointLanguageModel({ url: endpoint.url, model: 'small', count });
    endpoint.next.push(
      { pieces: ['Be'] },
      { status: 401, body: 'wrong key' },
      { status: 429, body: 'Slow down.' },
      { status: 503, body: 'busy' },
      { status: 200, body: '<html>' },
      { pieces: ['Be'], end: 'length' },
      { pieces: ['Be'], end: 'lost' },
      { pieces: ['Be'], end: 'never' },
    );
    for (let number = 0; number < 7; number += 1) await ask().catch(() => undefined);
    await ask(AbortSignal.timeout(200)).catch(() => undefined);
    await ask(AbortSignal.abort()).catch(() => undefined);
    expect(counted).toEqual([
      ...['ok', 'refused', 'refused', 'failed', 'failed', 'refused', 'failed', 'timeout'],
      undefined,
    ]);
  });

  it('has a completion that is not streamed counted alike', async () => {
    const counted: unknown[] = [];
    const count = (outcome: unknown) => counted.push(outcome);
    model = new EndpointLanguageModel({ url: endpoint.url, model: 'small', count });
    endpoint.next.push({ whole: { text: 'Because.' } }, { status: 403, body: 'no' }, null);
    const complete = (signal = new AbortController().signal) =>
      model.complete({ ...PROMPT, functions: [] }, signal).catch(() => undefined);
    await complete();
    await complete();
    await complete(AbortSignal.timeout(200));
    expect(counted).toEqual(['ok', 'refused', 'timeout']);
  });
});
