import { type Field, type MessageClass, NO_BOOLEAN, fieldsOf } from '@pks/contracts';
import { Invalid } from '../errors/fault.ts';
import { Parser } from '../validation/parser.ts';
import { fromText } from '../validation/text-values.ts';
import { addressesIn } from './database-addresses.ts';

const NO_ADDRESS =
  'The value is no address. Of a user or a password, # is written as %23, / as %2F, @ as %40, and % as %25.';

/** The TLS parameters that the driver of PostgreSQL knows. It ignores others, and treats unknown modes as `verify-full`. */
const TLS_PARAMETERS = ['ssl', 'sslcert', 'sslkey', 'sslmode', 'sslnegotiation', 'sslrootcert'];
const TLS_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

const variables = new WeakMap<object, Map<string, string>>();

/** Reads a field of a configuration from an environment variable: `@Env('PORT') @Integer({ default: 3000 })`. */
export function Env(variable: string) {
  return (prototype: object, name: string): void => {
    const known = variables.get(prototype) ?? new Map<string, string>();
    variables.set(prototype, known.set(name, variable));
  };
}

/** The configuration is invalid: the process does not start, and the message names each variable and its rule. */
export class BadConfiguration extends Error {}

/** Reads a configuration from the environment. @throws BadConfiguration that names each wrong variable. */
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
 * Checks the variables that have a form. @throws BadConfiguration if a value begins like an address but is none, or has TLS parameters
 * that the driver of PostgreSQL does not know. The message omits the value, which may hold a password.
 */
function assertAddresses(
  fields: readonly Field[],
  given: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): void {
  const formed = fields.filter(({ name, schema }) => name in given && schema.pattern !== undefined);
  const valuesIn = ({ name }: Field): string[] => String(given[name]).split(/,\s*(?=[a-z]+:\/\/)/i);
  const lines = formed.flatMap((field) => {
    const [problem] = valuesIn(field).flatMap(problemsOf);
    return problem === undefined ? [] : [`${names.get(field.name) ?? field.name}: ${problem}`];
  });
  if (lines.length === 0) return;
  throw new BadConfiguration(`The environment is not usable. ${lines.join(' ')}`);
}

/** Why an address cannot be used; empty for a text that does not begin like an address. */
function problemsOf(text: string): string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const isOfDatabase = /^postgres(ql)?:/i.test(text);
  return (isOfDatabase ? addressesIn(text) : [text]).flatMap((one) => {
    const address = URL.parse(one);
    if (!address || !isDecodable(address.username) || !isDecodable(address.password)) return [NO_ADDRESS];
    return isOfDatabase ? tlsProblemsOf(address.searchParams) : [];
  });
}

function tlsProblemsOf(parameters: URLSearchParams): string[] {
  const unknown = [...parameters.keys()].filter(
    (name) => /^ssl[a-z_]{0,30}$/i.test(name) && !TLS_PARAMETERS.includes(name),
  );
  const isOther = parameters.getAll('sslmode').some((mode) => !TLS_MODES.includes(mode));
  return [
    ...unknown.map((name) => `The parameter ${name} is unknown. Known are ${TLS_PARAMETERS.join(', ')}.`),
    ...(isOther ? [`Its sslmode is unknown. Known are ${TLS_MODES.join(', ')}.`] : []),
  ];
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
