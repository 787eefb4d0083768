/** The Markdown in a result: a passage, or the answer of an agent. Undefined for any other result, which is data. */
export function readableIn(result: object): string | undefined {
  if ('text' in result && typeof result.text === 'string') return result.text;
  const isAnswer = 'ended_by' in result && result.ended_by === 'answer';
  return isAnswer && 'answer' in result && typeof result.answer === 'string' ? result.answer : undefined;
}
