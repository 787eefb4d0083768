import type { WorkMessage } from '@pks/platform';
import { dataOf } from '../sub-agents/briefing.ts';
import type { AnswerPart } from './answerer.ts';

/** What a model reads of an answer that another process began: what was said, and the calls of tools with their results. */
export function wordsOf(
  begun: readonly AnswerPart[],
  functionOf: (toolName: string) => string | undefined,
): readonly WorkMessage[] {
  return begun.flatMap(({ type, content, inputParameters = {}, results = [] }, index): WorkMessage[] => {
    if (type !== 'tool_call') return [{ role: 'assistant', content }];
    const name = functionOf(content);
    if (name === undefined) return [];
    const call = { id: `begun_${index}`, name, arguments: JSON.stringify(inputParameters) };
    return [
      { role: 'assistant', content: '', calls: [call] },
      { role: 'tool', callId: call.id, content: dataOf(results) },
    ];
  });
}

/** The calls of tools among the parts of an answer. */
export function callsIn(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  return parts.filter(({ type }) => type === 'tool_call');
}
