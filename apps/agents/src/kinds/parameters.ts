import { type Field, type MessageClass, PARAMETER_TYPES, type ToolParameter, fieldsOf } from '@pks/contracts';

/** The fields of a class as the parameters of a tool. @throws Error for a field that no parameter can be. */
export function parametersOf(message: MessageClass): readonly ToolParameter[] {
  return fieldsOf(message).map(parameterOf);
}

function parameterOf({ name: id, required, schema }: Field): ToolParameter {
  const type = PARAMETER_TYPES.find((known) => known === schema.type);
  if (type === undefined)
    throw new Error(`The parameter ${id} has no type that a tool's parameter may have.`);
  const { description = '', default: value } = schema;
  return { id, type, description, required, ...(value === undefined ? {} : { default: value }) };
}
