/** What of a result is to be read as Markdown: a passage, or what an agent answers. Undefined for anything else, which is data. */
export function readableIn(result: object): string | undefined {
  if ('text' in result && typeof result.text === 'string') return result.text;
  const isAnswer = 'ended_by' in result && result.ended_by === 'answer';
  return isAnswer && 'answer' in result && typeof result.answer === 'string' ? result.answer : undefined;
}
