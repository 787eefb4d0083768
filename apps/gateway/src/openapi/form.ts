import type { Field } from '@pks/contracts';
import { FILE } from '../files/form-json.ts';
import { jsonPart } from './json-part.ts';

type Json = Record<string, unknown>;

/** The form that may be sent instead of a JSON body: one of the fields is its file. */
export function formOf(fileField: string, fields: readonly Field[], json: Json): Json {
  const others = fields.filter(({ name }) => name !== fileField);
  const properties = new Map<string, Json>(Object.entries(json['properties'] ?? {}));
  properties.delete(fileField);
  for (const { name } of others.filter(({ schema }) => schema.type !== 'string'))
    properties.set(name, jsonPart(properties.get(name) ?? {}));
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
