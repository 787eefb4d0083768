import { ModelFailed } from './language-model.ts';

/** @throws ModelFailed for anything but JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFailed('It answered with something that is not JSON.');
  }
}

/** The first choice of a completion, or of a chunk of one. @throws ModelFailed for an error, and for anything else. */
export function firstChoice(completion: unknown): unknown {
  const error = field(completion, 'error');
  if (error !== undefined && error !== null)
    throw new ModelFailed(`It reported an error: ${sentenceOf(error)}`);
  const choices = field(completion, 'choices');
  if (!Array.isArray(choices))
    throw new ModelFailed('It answered with something that is no chat completion.');
  return choices[0];
}

/** A field of what may be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function sentenceOf(error: unknown): string {
  const message = field(error, 'message');
  return (typeof message === 'string' ? message : JSON.stringify(error)).slice(0, 200);
}
