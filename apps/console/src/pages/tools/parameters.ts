import type { Schemas } from '@pks/client';

type Parameter = Schemas['ToolParameter'];

/** What was typed for each parameter. */
export type Typed = Readonly<Record<string, string | boolean | undefined>>;

/** What was typed as the tool takes it; what cannot be converted goes as it is, and the service says what is wrong. */
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
