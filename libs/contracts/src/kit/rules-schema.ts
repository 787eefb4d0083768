import {
  ARRAY_MAX_SIZE,
  ARRAY_NOT_EMPTY,
  IS_ARRAY,
  IS_BOOLEAN,
  IS_IN,
  IS_INT,
  IS_NUMBER,
  IS_OBJECT,
  IS_STRING,
  IS_UUID,
  MATCHES,
  MAX,
  MAX_LENGTH,
  MIN,
  MIN_LENGTH,
  type MetadataStorage,
  ValidationTypes,
} from 'class-validator';
import { EMAIL, IS_CALENDAR_DATE, IS_NOT_BLANK, IS_PAIR, IS_PRESENT, IS_TIMESTAMP } from './rules.ts';
import type { JsonSchema } from './schema.ts';

/** One rule of a field, as class-validator holds it. */
export type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

type Keywords = (constraints: readonly unknown[]) => JsonSchema;

/** Each rule in JSON Schema. */
const KEYWORDS: Readonly<Record<string, Keywords>> = {
  [IS_PRESENT]: () => ({}),
  [ValidationTypes.IS_DEFINED]: () => ({}),
  [IS_STRING]: () => ({ type: 'string' }),
  [IS_NOT_BLANK]: () => ({ minLength: 1 }),
  [MIN_LENGTH]: ([min]) => ({ minLength: Number(min) }),
  [MAX_LENGTH]: ([max]) => ({ maxLength: Number(max) }),
  [MATCHES]: ([pattern]) =>
    pattern === EMAIL ? { format: 'email' } : { pattern: (pattern as RegExp).source },
  [IS_UUID]: () => ({ type: 'string', format: 'uuid' }),
  [IS_TIMESTAMP]: () => ({ type: 'string', format: 'date-time' }),
  [IS_CALENDAR_DATE]: () => ({ type: 'string', format: 'date' }),
  [IS_IN]: ([values]) => ({ type: 'string', enum: values as readonly string[] }),
  [IS_INT]: () => ({ type: 'integer' }),
  [IS_NUMBER]: () => ({ type: 'number' }),
  [MIN]: ([min]) => ({ minimum: Number(min) }),
  [MAX]: ([max]) => ({ maximum: Number(max) }),
  [IS_BOOLEAN]: () => ({ type: 'boolean' }),
  [IS_ARRAY]: () => ({ type: 'array' }),
  [ARRAY_MAX_SIZE]: ([max]) => ({ maxItems: Number(max) }),
  [ARRAY_NOT_EMPTY]: () => ({ minItems: 1 }),
  [IS_OBJECT]: () => ({ type: 'object', additionalProperties: true }),
  [IS_PAIR]: ([maxKey, maxValue]) => ({
    type: 'array',
    prefixItems: [
      { type: 'string', minLength: 1, maxLength: Number(maxKey) },
      { type: 'string', maxLength: Number(maxValue) },
    ],
    minItems: 2,
    maxItems: 2,
  }),
};

/**
 * The JSON Schema of a field, derived from its rules; `nested` is the schema of the message that it holds.
 * @throws Error for a rule without an equivalent in JSON Schema: every validation must be documented.
 */
export function schemaOfRules(rules: readonly Rule[], nested: JsonSchema | undefined): JsonSchema {
  const checks = rules.filter(({ name }) => name !== undefined);
  const [own, each] = [checks.filter((rule) => !rule.each), checks.filter((rule) => rule.each)];
  const value = keywordsOf(own);
  if (nested && value.type === 'object') return { ...value, ...nested };
  if (each.length === 0) return value;
  return { ...value, items: { ...keywordsOf(each), ...nested } };
}

function keywordsOf(rules: readonly Rule[]): JsonSchema {
  let schema: JsonSchema = {};
  for (const { name = '', constraints } of rules) {
    const keywords = KEYWORDS[name];
    if (!keywords) throw new Error(`The rule ${name} has no equivalent in JSON Schema.`);
    schema = { ...schema, ...keywords(constraints) };
  }
  return schema;
}
