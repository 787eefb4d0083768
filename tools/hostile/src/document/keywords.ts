import type { Schema } from './schema.ts';

/** Keywords from which values are made, and keywords that do not restrict a value. */
const KEYWORDS: Readonly<Record<keyof Schema, true>> = {
  $ref: true,
  type: true,
  enum: true,
  const: true,
  format: true,
  pattern: true,
  minLength: true,
  maxLength: true,
  minimum: true,
  maximum: true,
  items: true,
  prefixItems: true,
  minItems: true,
  maxItems: true,
  properties: true,
  required: true,
  additionalProperties: true,
  anyOf: true,
  contentMediaType: true,
  contentSchema: true,
  default: true,
  examples: true,
  description: true,
};

const FORMATS: readonly string[] = ['uuid', 'date-time', 'date', 'email', 'uri', 'binary'];

/** @throws Error for a schema with a keyword or a format that is not known, because it would be ignored. */
export function assertKnown(schema: Schema | boolean, place: string): void {
  if (typeof schema === 'boolean') return;
  const unknown = Object.keys(schema).filter((keyword) => !(keyword in KEYWORDS));
  if (unknown.length > 0) throw new Error(`Unknown in the schema of ${place}: ${unknown.join(', ')}.`);
  if (schema.format !== undefined && !FORMATS.includes(schema.format))
    throw new Error(`Unknown in the schema of ${place}: the format ${schema.format}.`);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) assertKnown(inner, `${place}.${name}`);
  for (const inner of [...(schema.prefixItems ?? []), ...(schema.anyOf ?? [])]) assertKnown(inner, place);
  if (schema.items !== undefined) assertKnown(schema.items, `${place}[]`);
  if (schema.contentSchema) assertKnown(schema.contentSchema, place);
}
