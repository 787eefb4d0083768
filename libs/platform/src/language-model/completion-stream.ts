import { EventSourceParserStream } from 'eventsource-parser/stream';
import { fieldOf } from '../outgoing/endpoint.ts';
import { firstChoice, parsed } from './completion-json.ts';
import { ModelFailed, PromptRefused } from './language-model.ts';

/** The longest line of a stream. Characters. */
const LONGEST_LINE = 1_000_000;

/** The most text that is read of a completion that is not streamed. Characters. */
const LONGEST_TEXT = 1_000_000;

/** The pieces of text in a streamed chat completion. @throws ModelFailed unless the completion says that it is complete. */
export async function* streamedPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: LONGEST_LINE }));
  let [isBegun, isComplete] = [false, false];
  for await (const { data } of events) {
    if (data === '[DONE]') {
      if (isBegun || isComplete) return;
      throw new ModelFailed('The stream has no answer.');
    }
    const { piece, ended } = choiceIn(parsed(data), 'delta');
    isComplete ||= ended;
    if (piece === '') continue;
    isBegun = true;
    yield piece;
  }
  if (!isComplete) throw new ModelFailed('The stream ended before the answer did.');
}

/** The text of a chat completion that is not streamed. @throws ModelFailed if it is none. */
export async function wholeText(body: ReadableStream<Uint8Array>): Promise<string> {
  const text = await beginningOf(body, LONGEST_TEXT);
  return choiceIn(parsed(text), 'message').piece;
}

/** The first characters of a body; the rest is not read. */
export async function beginningOf(body: ReadableStream<Uint8Array>, most: number): Promise<string> {
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length >= most) break;
  }
  return text.slice(0, most);
}

/** The first choice's text in a completion, or in a chunk of one, and whether the completion ends with it. */
function choiceIn(completion: unknown, part: 'delta' | 'message'): { piece: string; ended: boolean } {
  const choice = firstChoice(completion);
  const reason = fieldOf(choice, 'finish_reason');
  if (typeof reason === 'string' && reason !== 'stop')
    throw new PromptRefused(`The answer was cut short: ${reason}.`);
  const content = fieldOf(fieldOf(choice, part), 'content');
  return { piece: typeof content === 'string' ? content : '', ended: reason === 'stop' };
}
