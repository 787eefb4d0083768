import { type Field, fieldsOf } from '@pks/contracts';

/** The key of refusals for the whole body. */
export const WHOLE = 'non_field_errors';

/**
 * The key of a refusal for what is at a path in a body: the field and, within it, what the contract declares; inside a
 * value that the contract leaves open, the field of that value (decisions 1). `asList`: whether the body may be a list.
 */
export function keyAt(path: readonly string[], fields: readonly Field[], asList = false): string {
  const [first = '', ...rest] = path;
  const isItem = /^\d+$/.test(first) && !fields.some(({ name }) => name === first);
  if (isItem && !asList) return WHOLE;
  const place = isItem ? [first, ...placeOf(rest, fields)] : placeOf(path, fields);
  return place.join('.') || WHOLE;
}

function placeOf(path: readonly string[], fields: readonly Field[]): readonly string[] {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  const field = fields.find((one) => one.name === name);
  const items = field?.schema.type === 'array' ? 1 : 0;
  const within = field?.nested ? placeOf(rest.slice(items), fieldsOf(field.nested)) : [];
  return [name, ...rest.slice(0, items), ...within];
}
