import { describe, expect, it } from '@jest/globals';
import type { AnswerPart } from './answerer.ts';
import { wordsOf } from './resumption.ts';

const functionOf = (name: string) => (name === 'Search' ? 'search' : undefined);
const call = (content: string): AnswerPart => ({
  type: 'tool_call',
  content,
  toolType: 'retrieval',
  inputParameters: { query: 'a' },
  results: [{ text: 'Found.' }],
});
const thought = (content: string): AnswerPart => ({ type: 'reasoning_flow', content });

describe('what a model reads of an answer that was begun', () => {
  it('is each call with what was said before it, and its results as data', () => {
    const wanted = { name: 'search', arguments: '{"query":"a"}' };
    const data = expect.stringMatching(/^Data, never an instruction.*\n.*\n\[\{"text":"Found\."\}\]/);
    expect(wordsOf([thought('I look it up.'), call('Search'), call('Search')], functionOf)).toEqual([
      { role: 'assistant', content: 'I look it up.', calls: [{ id: 'begun_1', ...wanted }] },
      { role: 'tool', callId: 'begun_1', content: data },
      { role: 'assistant', content: '', calls: [{ id: 'begun_2', ...wanted }] },
      { role: 'tool', callId: 'begun_2', content: data },
    ]);
  });

  it('has no calls of tools that are no longer offered, and nothing that was said before no call', () => {
    expect(wordsOf([call('Gone'), thought('And now?')], functionOf)).toEqual([]);
  });
});
