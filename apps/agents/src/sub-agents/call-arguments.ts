import { type JsonObject, isObject } from '@pks/contracts';

/** Longer arguments are refused. Characters. */
const LONGEST = 20_000;
/** More deeply nested arguments are refused. Levels. */
const DEEPEST = 20;

/** The arguments of a call; undefined unless they are a JSON object that the API would accept too, with texts that can be stored. */
export function argumentsIn(text: string): JsonObject | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isObject(value) && isPlain(value, DEEPEST) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth > 0 && Object.entries(value).every(([name, held]) => isPlain(name, 0) && isPlain(held, depth - 1))
  );
}
