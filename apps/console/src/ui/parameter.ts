/**
 * A parameter of an address as a text, even if it was parsed as a number; undefined if it is empty or absent.
 */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
