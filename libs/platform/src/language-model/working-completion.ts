import { randomUUID } from 'node:crypto';
import { fieldOf } from '../outgoing/endpoint.ts';
import { firstChoice, parsed } from './completion-json.ts';
import {
  type Completion,
  type FunctionCall,
  ModelFailed,
  PromptRefused,
  type WorkMessage,
} from './language-model.ts';

/** The finish reasons of a complete answer. */
const COMPLETE: readonly unknown[] = ['stop', 'tool_calls', 'function_call', null, undefined];

/**
 * The completion in the body of a response. @throws PromptRefused if it ended neither completely nor at its length limit;
 * ModelFailed if it is no chat completion.
 */
export function completionIn(body: string): Completion {
  const completion = parsed(body);
  const choice = firstChoice(completion);
  const reason = fieldOf(choice, 'finish_reason');
  const isCut = reason === 'length';
  if (!isCut && !COMPLETE.includes(reason))
    throw new PromptRefused(`The answer was cut short: ${String(reason).slice(0, 50)}.`);
  const message = fieldOf(choice, 'message');
  const [content, calls] = [fieldOf(message, 'content'), fieldOf(message, 'tool_calls')];
  return {
    text: typeof content === 'string' ? content : '',
    calls: !isCut && Array.isArray(calls) ? calls.map(callOf) : [],
    isCut,
    tokens: tokensIn(completion),
  };
}

/** A call without an id gets one, because its result refers to it. */
function callOf(call: unknown): FunctionCall {
  const [id, called] = [fieldOf(call, 'id'), fieldOf(call, 'function')];
  const [name, given] = [fieldOf(called, 'name'), fieldOf(called, 'arguments')];
  if (typeof name !== 'string') throw new ModelFailed('It called something without a name.');
  return {
    id: typeof id === 'string' && id !== '' ? id : randomUUID(),
    name,
    arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
  };
}

/** The tokens that the server counted; null if it counted none. */
function tokensIn(completion: unknown): number | null {
  const total = fieldOf(fieldOf(completion, 'usage'), 'total_tokens');
  return typeof total === 'number' && total >= 0 && Number.isSafeInteger(total) ? total : null;
}

/** A message in the form of chat completions. */
export function wireMessage(message: WorkMessage): object {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.callId, content: message.content };
  if (!('calls' in message)) return message;
  const { role, content, calls } = message;
  return {
    role,
    content,
    tool_calls: calls.map(({ id, ...called }) => ({ id, type: 'function', function: called })),
  };
}
