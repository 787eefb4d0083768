import type { Field } from '@pks/contracts';

const INTEGER = /^[+-]?\d{1,16}$/;

/** Converts the text of a path, a query or the environment to the field's type; unfit text is left for validation to refuse. */
export function fromText(field: Field, text: string): unknown {
  switch (field.schema.type) {
    case 'integer':
      return INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}
