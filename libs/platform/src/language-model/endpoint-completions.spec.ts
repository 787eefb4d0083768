import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelEndpoint } from '@pks/testing/black-box';
import { EndpointLanguageModel } from './endpoint-language-model.ts';
import { ModelFailed, PromptRefused, type WorkPrompt } from './language-model.ts';

const ADD = { name: 'add', description: 'Adds.', parameters: { type: 'object', properties: {} } };
const PROMPT = {
  instructions: 'Be brief.',
  messages: [{ role: 'user', content: 'How much is it?' }],
  functions: [ADD],
} as const satisfies WorkPrompt;

let endpoint: ModelEndpoint;
let model: EndpointLanguageModel;

beforeEach(async () => {
  endpoint = await ModelEndpoint.start();
  model = new EndpointLanguageModel({ url: endpoint.url, model: 'small', key: 'a-key' });
});
afterEach(() => endpoint.close());

const complete = (prompt: WorkPrompt = PROMPT, signal = new AbortController().signal) =>
  model.complete(prompt, signal);

/** A response with one choice. */
const choosing = (choice: unknown) => ({ status: 200, body: JSON.stringify({ choices: [choice] }) });

describe('a completion', () => {
  it('is asked for with the functions that may be called', async () => {
    endpoint.next.push({ whole: { text: 'It is 3.', tokens: 21 } });
    expect(await complete()).toEqual({ text: 'It is 3.', calls: [], isCut: false, tokens: 21 });
    expect(endpoint.requests).toEqual([
      {
        authorization: 'Bearer a-key',
        model: 'small',
        stream: false,
        messages: [{ role: 'system', content: 'Be brief.' }, ...PROMPT.messages],
        tools: [{ type: 'function', function: ADD }],
      },
    ]);
  });

  it('may be calls, whose results the next one is asked for with', async () => {
    endpoint.next.push(
      { whole: { calls: [{ name: 'add', arguments: { a: 1 } }] } },
      { whole: { text: '3' } },
    );
    const { calls, text } = await complete();
    expect([calls, text]).toEqual([[{ id: 'call_0', name: 'add', arguments: '{"a":1}' }], '']);
    const called = { role: 'assistant', content: text, calls } as const;
    const result = { role: 'tool', callId: 'call_0', content: '3' } as const;
    await complete({ ...PROMPT, messages: [...PROMPT.messages, called, result], functions: [] });
    expect(endpoint.requests[1]).not.toHaveProperty('tools');
    expect(endpoint.requests[1]?.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'call_0', content: '3' },
    ]);
  });

  it('may lack what servers leave out: counts, ids of calls, content, and why it ended', async () => {
    const tool_calls = [
      { function: { name: 'add', arguments: { a: 1 } } },
      { id: '', function: { name: 'add' } },
    ];
    endpoint.next.push(choosing({ message: { content: null, tool_calls } }));
    const { calls, text, tokens } = await complete();
    expect([text, tokens, calls.map((call) => call.arguments)]).toEqual(['', null, ['{"a":1}', '{}']]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(calls.every(({ id }) => id.length > 0)).toBe(true);
  });

  it('that is cut has no calls: they may be half', async () => {
    const calls = [{ name: 'add', arguments: '{"a":' }];
    endpoint.next.push({ whole: { text: 'It', calls, reason: 'length', tokens: -1 } });
    expect(await complete()).toEqual({ text: 'It', calls: [], isCut: true, tokens: null });
  });

  it.each([
    ['a refusal', { status: 500, body: 'Out of memory' }, 'It answered 500: Out of memory'],
    ['a redirect', { status: 302, body: '' }, 'fetch failed'],
    ['no JSON', { status: 200, body: '<html>' }, 'It answered with something that is not JSON.'],
    ['too much', choosing({ message: { content: 'x'.repeat(1_000_000) } }), 'something that is not JSON.'],
    ['no completion', { status: 200, body: '{}' }, 'It answered with something that is no chat completion.'],
    ['an error', { status: 200, body: '{"error":{"message":"No"}}' }, 'It reported an error: No'],
    ['a filtered answer', choosing({ finish_reason: 'content_filter' }), 'cut short: content_filter.'],
    ['a call of nothing', choosing({ message: { tool_calls: [null] } }), 'something without a name'],
  ])('fails where there is %s', async (_, answer, sentence) => {
    endpoint.next.push(answer);
    const failed = complete();
    await expect(failed).rejects.toThrow(ModelFailed);
    await expect(failed).rejects.toThrow(sentence);
  });

  it('that is filtered says nothing of other prompts', async () => {
    endpoint.next.push(choosing({ finish_reason: 'content_filter' }));
    await expect(complete()).rejects.toThrow(PromptRefused);
  });

  it('fails when it has to end', async () => {
    await expect(complete(PROMPT, AbortSignal.abort())).rejects.toThrow(ModelFailed);
  });
});
