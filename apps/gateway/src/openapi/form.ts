import type { Field } from '@pks/contracts';
import { FILE } from '../files/form-json.ts';

type Json = Record<string, unknown>;

/** The form that a body may be instead of JSON: its file is one of the fields. */
export function formOf(fileField: string, fields: readonly Field[], json: Json): Json {
  const others = fields.filter(({ name }) => name !== fileField);
  const encoded = others.filter(({ schema }) => schema.type !== 'string');
  const properties = new Map(Object.entries(json['properties'] ?? {}));
  properties.delete(fileField);
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
      encoding: Object.fromEntries(encoded.map(({ name }) => [name, { contentType: 'application/json' }])),
    },
  };
}
