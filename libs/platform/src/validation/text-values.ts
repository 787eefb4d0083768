import type { Field } from '@pks/contracts';

const INTEGER = /^[+-]?\d{1,15}$/;

/** Reads a field's value from text, as a path, a query or the environment carries it; what does not fit stays text and is refused by the field's check. */
export function fromText(field: Field, text: string): unknown {
  switch (field.schema.type) {
    case 'integer':
      return INTEGER.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}
