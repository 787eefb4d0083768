import { fieldOf } from '../outgoing/endpoint.ts';
import { ModelFailed } from './language-model.ts';

/** @throws ModelFailed for anything but JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFailed('It answered with something that is not JSON.');
  }
}

/** The first choice of a chat completion, or of a chunk of one. @throws ModelFailed for an error, even of the choice only, and for anything else. */
export function firstChoice(completion: unknown): unknown {
  assertNoError(completion);
  const choices = fieldOf(completion, 'choices');
  if (!Array.isArray(choices))
    throw new ModelFailed('It answered with something that is no chat completion.');
  const choice: unknown = choices[0];
  assertNoError(choice);
  return choice;
}

function assertNoError(answer: unknown): void {
  const error = fieldOf(answer, 'error');
  if (error !== undefined && error !== null)
    throw new ModelFailed(`It reported an error: ${sentenceOf(error)}`);
}

function sentenceOf(error: unknown): string {
  const message = fieldOf(error, 'message');
  return (typeof message === 'string' ? message : JSON.stringify(error)).slice(0, 200);
}
