/** The fields that name an object, most telling first. */
const LABELS: readonly string[] = ['title', 'label', 'name', 'topic', 'text', 'question'];

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of an object, and the field that contains it; undefined if it has none. */
export function labelOf(value: Record<string, unknown>): { name: string; text: string } | undefined {
  const name = LABELS.find((one) => typeof value[one] === 'string');
  return name === undefined ? undefined : { name, text: String(value[name]) };
}

/** The text of a value without parts. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
