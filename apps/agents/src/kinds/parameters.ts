import { type Field, type MessageClass, PARAMETER_TYPES, type ToolParameter, fieldsOf } from '@pks/contracts';
import { boundsOf } from './bounds.ts';

/** The fields of a class as parameters of a tool; descriptions end with the values' bounds. @throws Error if a field cannot be a parameter. */
export function parametersOf(message: MessageClass): readonly ToolParameter[] {
  return fieldsOf(message).map(parameterOf);
}

function parameterOf({ name: id, required, schema }: Field): ToolParameter {
  const type = PARAMETER_TYPES.find((known) => known === schema.type);
  if (type === undefined)
    throw new Error(`The parameter ${id} has no type that a tool's parameter may have.`);
  const { description: purpose, default: value } = schema;
  const description = [purpose, boundsOf(schema)].filter(Boolean).join(' ');
  return { id, type, description, required, ...(value === undefined ? {} : { default: value }) };
}
