import type { JsonSchema } from '@pks/contracts';

/** The bounds of a schema as a sentence; '' if it has none. A pattern is left to the description of its text. */
export function boundsOf(schema: JsonSchema): string {
  const words = boundsIn(schema);
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function boundsIn({ minimum, maximum, maxLength, pattern, maxItems, items }: JsonSchema): string {
  if (maxItems !== undefined) {
    const each = items ? boundsIn(items) : '';
    return `up to ${counted(maxItems, 'item')}${each === '' ? '' : `, each ${each}`}`;
  }
  if (maxLength !== undefined && pattern === undefined) return `up to ${counted(maxLength, 'character')}`;
  return rangeOf(minimum, maximum);
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? '' : `up to ${written(maximum)}`;
  return maximum === undefined
    ? `${written(minimum)} or more`
    : `from ${written(minimum)} to ${written(maximum)}`;
}

function counted(number: number, noun: string): string {
  return `${written(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function written(number: number): string {
  return number.toLocaleString('en');
}
