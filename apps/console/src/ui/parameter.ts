/** A parameter of an address as a text, of which numbers are some, too; undefined where it is empty or none. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
