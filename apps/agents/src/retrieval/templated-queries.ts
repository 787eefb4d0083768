import { Injectable } from '@nestjs/common';
import {
  Integer,
  type JsonObject,
  ListOf,
  MetadataPair,
  Text,
  type ToolParameter,
  documentMetadata,
  fieldsOf,
} from '@pks/contracts';
import { BusClient, Invalid, Parser, parserOf } from '@pks/platform';
import { configurationOf } from '../kinds/configurations.ts';
import { parametersOf } from '../kinds/parameters.ts';
import { ERROR_FIELDS } from '../kinds/tool-errors.ts';
import type { PreparedTool } from '../kinds/tool-kind.ts';

/** The settings of a tool that fills a query over the metadata of documents. */
class TemplateSettings {
  /** A value may contain parameters in braces: `{department}`. */
  @ListOf(MetadataPair, { maxItems: 20 })
  readonly template!: readonly MetadataPair[];
}

class Limits {
  @Integer({ min: 1, max: 100, default: 10, description: 'How many documents to return at most.' })
  readonly top_k!: number;
}

class Filling {
  @Text({ max: 1_000, blank: true })
  readonly value!: string;
}

const PAIR = parserOf(MetadataPair);
/** The names that no parameter may have, and what has each of them already. */
const TAKEN: ReadonlyMap<string, string> = new Map([
  ['top_k', 'the number of results'],
  ...ERROR_FIELDS.map((name) => [name, 'a field of errors'] as const),
]);
const PARAMETER = /\{([a-z][a-z0-9_]{0,63})\}/g;
/** The most parameters of a template: a project may have hundreds of templates, and all are read for each question. Each use of a parameter counts. */
const MOST_PARAMETERS = 100;
const TOO_MANY = `Ensure the values have no more than ${MOST_PARAMETERS} parameters.`;
const NO_CONDITION = 'Give at least one pair of a key and a value.';

/** Tools that find the documents whose metadata has all pairs of a configured template. */
@Injectable()
export class TemplatedQueries {
  constructor(private readonly bus: BusClient) {}

  /** @throws Invalid keyed to the configuration. */
  prepare(configuration: JsonObject): PreparedTool {
    const { template } = configurationOf(TemplateSettings, configuration);
    if (template.length === 0) throw Invalid.field('configuration.template', NO_CONDITION);
    const names = namesOf(template);
    assertFree(names);
    const parameters = [...names.flatMap(parametersFor), ...parametersOf(Limits)];
    const run: PreparedTool['run'] = async (given, { projectId }) => {
      const { top_k: limit, filled } = filledFrom(given, names);
      const pairs = template.map((pair) => filledPair(pair, filled));
      const request = { project_id: projectId, pairs, limit };
      const found = await this.bus.call(documentMetadata.calls.match, request);
      return found.map((document): JsonObject => ({ kind: 'document', ...document }));
    };
    return { parameters, run };
  }
}

/** The names of a template's parameters, each once. @throws Invalid keyed to the template if it has too many. */
function namesOf(template: readonly MetadataPair[]): readonly string[] {
  const names: string[] = [];
  for (const { value } of template) {
    for (const [, name = ''] of value.matchAll(PARAMETER)) {
      if (names.length === MOST_PARAMETERS) throw Invalid.field('configuration.template', TOO_MANY);
      names.push(name);
    }
  }
  return [...new Set(names)];
}

/** The names of the parameters in a pair's value. */
function namesIn({ value }: MetadataPair): readonly string[] {
  return [...value.matchAll(PARAMETER)].map(([, name = '']) => name);
}

/** @throws Invalid keyed to the template if a parameter may not have its name. */
function assertFree(names: readonly string[]): void {
  for (const name of names) {
    const taken = TAKEN.get(name);
    if (taken === undefined) continue;
    const sentence = `${name} is ${taken}: give the parameter another name.`;
    throw Invalid.field('configuration.template', sentence);
  }
}

/** @throws Invalid keyed to the pair's parameters if they make its value invalid, such as too long. */
function filledPair(pair: MetadataPair, filled: ReadonlyMap<string, string>): MetadataPair {
  const value = pair.value.replace(PARAMETER, (_all, name: string) => filled.get(name) ?? '');
  try {
    return PAIR.parse({ key: pair.key, value });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(Object.fromEntries(namesIn(pair).map((name) => [name, [error.message]])));
  }
}

function parametersFor(id: string): readonly ToolParameter[] {
  return parametersOf(Filling).map((value) => {
    const description = `The value for {${id}} in the query. ${value.description}`;
    return { ...value, id, description };
  });
}

/** The values of the template's parameters. @throws Invalid keyed to each that is missing, unknown or wrong. */
function filledFrom(
  given: JsonObject,
  names: readonly string[],
): { readonly top_k: number; readonly filled: ReadonlyMap<string, string> } {
  const fillings = names.flatMap((name) => fieldsOf(Filling).map((field) => ({ ...field, name })));
  const parser = new Parser(Limits, [...fillings, ...fieldsOf(Limits)]);
  // Without a prototype, so that a parameter named `constructor` can be missing.
  const { top_k, ...filled } = parser.parse({ __proto__: null, ...given });
  return { top_k, filled: new Map(Object.entries<string>(filled)) };
}
