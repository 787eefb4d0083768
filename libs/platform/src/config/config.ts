import { type Field, type MessageClass, NO_BOOLEAN, fieldsOf } from '@pks/contracts';
import { Invalid } from '../errors/fault.ts';
import { Parser } from '../validation/parser.ts';
import { fromText } from '../validation/text-values.ts';

const NO_ADDRESS =
  'The value is no address. Of a user or a password, # is written as %23, / as %2F, @ as %40, and % as %25.';

const variables = new WeakMap<object, Map<string, string>>();

/** Reads a configuration's field from an environment variable: `@Env('PORT') @Integer({ default: 3000 })`. */
export function Env(variable: string) {
  return (prototype: object, name: string): void => {
    const known = variables.get(prototype) ?? new Map<string, string>();
    variables.set(prototype, known.set(name, variable));
  };
}

/** Invalid configuration: the process does not start, and the message names each variable and its rule. */
export class BadConfiguration extends Error {}

/** Reads a configuration from the environment. @throws BadConfiguration naming each wrong variable. */
export function loadConfig<T extends object>(
  config: MessageClass<T>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): T {
  const given: Record<string, unknown> = {};
  const names = new Map<string, string>();
  for (const field of fieldsOf(config)) {
    const variable = variableOf(config.prototype as object, field.name);
    names.set(field.name, variable);
    const text = environment[variable];
    if (text !== undefined && text !== '') given[field.name] = fromText(field, text);
  }
  return parsed(config, given, names);
}

function parsed<T extends object>(
  config: MessageClass<T>,
  given: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): T {
  try {
    const values = new Parser(config).parse(given);
    assertAddresses(fieldsOf(config), given, names);
    return Object.freeze(Object.assign(new config(), values));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const fields = fieldsOf(config).filter((field) => field.name in (error.data.fields ?? {}));
    const lines = fields.map((field) => `${names.get(field.name) ?? field.name}: ${ruleOf(field, error)}`);
    throw new BadConfiguration(`The environment is not usable. ${lines.join(' ')}`);
  }
}

/**
 * Of the variables that have a form. @throws BadConfiguration for what begins as an address and is none, without its value, which
 * may hold a password.
 */
function assertAddresses(
  fields: readonly Field[],
  given: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): void {
  const formed = fields.filter(({ name, schema }) => name in given && schema.pattern !== undefined);
  const addressesIn = ({ name }: Field): string[] => String(given[name]).split(/,\s*(?=[a-z]+:\/\/)/i);
  const wrong = formed.filter((field) => !addressesIn(field).every(isAddress));
  if (wrong.length === 0) return;
  const lines = wrong.map(({ name }) => `${names.get(name) ?? name}: ${NO_ADDRESS}`);
  throw new BadConfiguration(`The environment is not usable. ${lines.join(' ')}`);
}

/** Whether an address can be read; true for what is none by its beginning. */
function isAddress(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  const address = URL.parse(text);
  return address !== null && isDecodable(address.username) && isDecodable(address.password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The rule that a variable breaks, without its value, which may be a secret. */
function ruleOf({ name, schema }: Field, error: Invalid): string {
  const sentence = error.data.fields?.[name]?.[0] ?? '';
  if (sentence === NO_BOOLEAN) return 'Expected one of true, false.';
  if (!sentence.startsWith('"')) return sentence;
  if (schema.enum) return `Expected one of ${schema.enum.join(', ')}.`;
  const [example] = schema.examples ?? [];
  return `The value has another form than expected${typeof example === 'string' ? `, such as ${example}` : ''}.`;
}

function variableOf(prototype: object, name: string): string {
  let current: object | null = prototype;
  while (current) {
    const variable = variables.get(current)?.get(name);
    if (variable) return variable;
    current = Object.getPrototypeOf(current) as object | null;
  }
  throw new BadConfiguration(`The field ${name} names no environment variable.`);
}
