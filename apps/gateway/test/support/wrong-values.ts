import type { Field, JsonSchema } from '@pks/contracts';

/** In no set, and of no format or pattern, including those that merely exclude commas. */
const WORD = 'nothing, of-it';
/** The longest text for a query; the HTTP server would refuse a longer one. Characters. */
const LONGEST_TEXT = 1_000;

/** Texts that every field refuses, whatever it accepts. */
const NUL = 'a\0b';
const LONE_SURROGATE = '\ud800';

/** Invalid values for a field of a body, from its declaration. */
export function wrongValuesOf({ schema, nullable }: Field): unknown[] {
  const unplain = [NUL, LONE_SURROGATE, [NUL], { nested: NUL }];
  if (schema.type === undefined) return unplain;
  return [
    ...unplain,
    ...(nullable ? [] : [null]),
    ...otherTypes(schema),
    ...beyond(schema),
    ...inside(schema),
  ];
}

/** Invalid texts for a parameter of a query. */
export function wrongTextsOf({ schema }: Field): string[] {
  const long = (schema.maxLength ?? 0) <= LONGEST_TEXT ? beyond(schema) : wordsBeyond(schema);
  const noNumbers = schema.type === 'integer' ? ['', 'x', '1.5', '1e3', '9'.repeat(20)] : [];
  const noFlags = schema.type === 'boolean' ? ['', '1', 'True'] : [];
  return [NUL, ...noNumbers, ...noFlags, ...long].map(String);
}

function otherTypes({ type }: JsonSchema): unknown[] {
  if (type === 'object') return ['text', 1, ['text']];
  if (type === 'array') return ['text', 1, { wrong: true }];
  const wrong: unknown[] = [{ wrong: true }, ['text']];
  if (type === 'string') return [...wrong, 1, true];
  if (type === 'boolean') return [...wrong, 1, 'true'];
  return [...wrong, 1.5, '1', true];
}

/** Values of the right type that are beyond the declared limits. */
function beyond(schema: JsonSchema): unknown[] {
  const { minimum, maximum, maxLength, minLength } = schema;
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minLength === undefined ? [] : ['', ' ']),
    ...wordsBeyond(schema),
  ];
}

/** Wrong items of texts and of pairs; objects in lists have tests of their own. */
function wrongItemsOf(items: JsonSchema): unknown[] {
  const [key, value] = items.prefixItems ?? [];
  if (key && value) {
    const keys = [1, null, ...beyond(key)].map((wrong) => [wrong, 'value']);
    const values = [1, null, ...beyond(value)].map((wrong) => ['key', wrong]);
    return ['text', {}, [], ['key'], ['key', 'value', 'more'], ...keys, ...values];
  }
  return items.type === 'string' ? [1, ['text'], ...beyond(items)] : [];
}

function wordsBeyond({ enum: values, format, pattern }: JsonSchema): string[] {
  return values || format || pattern ? [WORD] : [];
}

/** Lists and objects with something invalid in them. */
function inside({ items, maxItems, properties }: JsonSchema): unknown[] {
  return [
    ...(items ? [[wordsBeyond(items)[0] ?? null], ...wrongItemsOf(items).map((item) => [item])] : []),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')]),
    ...(properties ? [{ no_such: 1 }] : []),
  ];
}
