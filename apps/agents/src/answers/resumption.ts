import type { WorkMessage } from '@pks/platform';
import { dataOf } from '../sub-agents/briefing.ts';
import type { AnswerPart } from './answerer.ts';

/** What a model reads of an answer that another process began: the calls of tools, what was said before each, and their results. */
export function wordsOf(
  begun: readonly AnswerPart[],
  functionOf: (toolName: string) => string | undefined,
): readonly WorkMessage[] {
  return begun.flatMap(({ type, content, inputParameters = {}, results = [] }, index): WorkMessage[] => {
    const name = type === 'tool_call' ? functionOf(content) : undefined;
    if (name === undefined) return [];
    const before = begun[index - 1];
    const said = before?.type === 'reasoning_flow' ? before.content : '';
    const call = { id: `begun_${index}`, name, arguments: JSON.stringify(inputParameters) };
    return [
      { role: 'assistant', content: said, calls: [call] },
      { role: 'tool', callId: call.id, content: dataOf(results) },
    ];
  });
}

/** The calls of tools among the parts of an answer. */
export function callsIn(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  return parts.filter(({ type }) => type === 'tool_call');
}
