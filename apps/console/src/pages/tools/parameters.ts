import type { Schemas } from '@pks/client';

type Parameter = Schemas['ToolParameter'];

/** The typed values, by parameter. */
export type Typed = Readonly<Record<string, string | boolean | undefined>>;

/** What is shorter is typed again as soon as a question whether to leave it is answered. Characters. */
const MUCH = 100;

/** Whether so much is typed that it should not be lost unasked. */
export function isMuch(typed: Typed): boolean {
  const texts = Object.values(typed).filter((value) => typeof value === 'string');
  return texts.join('').trim().length > MUCH;
}

/**
 * The typed values in the types of the tool; a value that cannot be converted is sent unchanged, and the service
 * refuses it.
 */
export function inputOf(parameters: readonly Parameter[], typed: Typed): Record<string, unknown> {
  const entries = parameters.map(
    (parameter) => [parameter.id, valueOf(parameter, typed[parameter.id])] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function valueOf({ type, required }: Parameter, typed: string | boolean | undefined): unknown {
  if (typeof typed !== 'string') return type === 'boolean' && required ? (typed ?? false) : typed;
  if (typed.trim() === '') return undefined;
  if (type === 'string') return typed;
  if (type === 'number' || type === 'integer') return Number.isNaN(Number(typed)) ? typed : Number(typed);
  try {
    const value: unknown = JSON.parse(typed);
    return value;
  } catch {
    return typed;
  }
}
