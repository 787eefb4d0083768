import type { JsonObject, ToolParameter } from '@pks/contracts';
import type { CallableFunction } from '@pks/platform';
import { boundedText } from '../kinds/bounded-text.ts';
import type { OfferedTool } from '../kinds/tool-kind.ts';

/** The most tools offered: models accept at most 128 functions. */
const MOST_FUNCTIONS = 100;
/** The longest description that models accept. Characters. */
const LONGEST_DESCRIPTION = 1_000;
/** The longest name without the number appended to it: models accept 64 characters. */
const LONGEST_NAME = 56;

/** A tool, and the function by which a model calls it. */
export interface OfferedFunction {
  readonly tool: OfferedTool;
  readonly callable: CallableFunction;
}

/** A function for each tool, by the functions' names. */
export function functionsOf(tools: readonly OfferedTool[]): ReadonlyMap<string, OfferedFunction> {
  const functions = new Map<string, OfferedFunction>();
  for (const tool of tools.slice(0, MOST_FUNCTIONS)) {
    const name = freeName(nameOf(tool), functions);
    const description = boundedText(`${tool.name}. ${tool.description}`, LONGEST_DESCRIPTION);
    functions.set(name, { tool, callable: { name, description, parameters: schemaOf(tool.parameters) } });
  }
  return functions;
}

/** The words of the tool's name, in the characters that functions' names may have; if none are left, the tool's type. */
function nameOf({ name, toolType }: OfferedTool): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? [toolType]).join('_').slice(0, LONGEST_NAME);
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The JSON Schema of a tool's parameters. */
function schemaOf(parameters: readonly ToolParameter[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.id, propertyOf(parameter)])),
    required: parameters.filter(({ required }) => required).map(({ id }) => id),
    additionalProperties: false,
  };
}

function propertyOf({ type, description, default: value }: ToolParameter): JsonObject {
  return {
    type,
    description,
    ...(type === 'array' ? { items: {} } : {}),
    ...(value === undefined ? {} : { default: value }),
  };
}
