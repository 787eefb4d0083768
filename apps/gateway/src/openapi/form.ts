import type { Field } from '@pks/contracts';
import { FILE } from '../files/form-json.ts';
import { jsonPart } from './json-part.ts';

type Json = Record<string, unknown>;

/** The form that may be sent instead of a JSON body: one of the fields is its file. A part that is text cannot be null: it is absent instead. */
export function formOf(fileField: string, fields: readonly Field[], json: Json): Json {
  const others = fields.filter(({ name }) => name !== fileField);
  const properties = new Map<string, Json>(Object.entries(json['properties'] ?? {}));
  properties.delete(fileField);
  for (const { name, schema } of others)
    properties.set(name, schema.type === 'string' ? { ...schema } : jsonPart(properties.get(name) ?? {}));
  return {
    'multipart/form-data': {
      schema: {
        ...json,
        required: [FILE, ...others.filter(({ required }) => required).map(({ name }) => name)],
        properties: {
          [FILE]: { type: 'string', format: 'binary', description: `The \`${fileField}\`, in UTF-8.` },
          ...Object.fromEntries(properties),
        },
      },
    },
  };
}
