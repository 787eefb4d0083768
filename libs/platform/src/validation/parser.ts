import {
  type Field,
  type MessageClass,
  NO_OBJECT,
  NULL,
  UNKNOWN,
  fieldsOf,
  inLowerCase,
  isObject,
  trimmed,
} from '@pks/contracts';
import { Invalid } from '../errors/fault.ts';
import { FieldRules } from './field-rules.ts';

interface Check {
  readonly field: Field;
  readonly rules: FieldRules;
  readonly nested: Parser<object> | undefined;
}

type Errors = Map<string, readonly string[]>;

/** The most wrong fields that are reported. */
const MOST_ERRORS = 100;

const parsers = new WeakMap<MessageClass, Parser<object>>();

/** The parser of a message, created once. */
export function parserOf<T extends object>(message: MessageClass<T>): Parser<T> {
  const known = parsers.get(message);
  if (known) return known as Parser<T>;
  const parser = new Parser(message);
  parsers.set(message, parser);
  return parser;
}

/** Turns input into a message, or reports what is wrong with each field. */
export class Parser<T extends object> {
  readonly fields: readonly Field[];
  private readonly checks: ReadonlyMap<string, Check>;

  constructor(message: MessageClass<T>, fields: readonly Field[] = fieldsOf(message)) {
    this.fields = fields;
    this.checks = new Map(fields.map((field) => [field.name, checkOf(field)]));
  }

  /** The parser of some of the message's fields: those of the path, the query or the body. */
  static of<T extends object>(message: MessageClass<T>, fields: readonly Field[]): Parser<Partial<T>> {
    return new Parser<Partial<T>>(message, fields);
  }

  /** @throws Invalid with a sentence for each field that breaks its rule (decisions 1). */
  parse(input: unknown): T {
    if (!isObject(input)) throw Invalid.field('non_field_errors', NO_OBJECT);
    const errors: Errors = new Map();
    const parsed = this.read(input, '', errors);
    if (errors.size > 0) throw new Invalid(Object.fromEntries(errors));
    return parsed as T;
  }

  private read(input: Input, prefix: string, errors: Errors): Record<string, unknown> {
    const parsed: Record<string, unknown> = {};
    for (const check of this.checks.values()) {
      const { name } = check.field;
      const value = readField(check, input[name], prefix + name, errors);
      if (value !== undefined) parsed[name] = value;
    }
    for (const name of Object.keys(input)) {
      if (errors.size >= MOST_ERRORS) break;
      if (!this.checks.has(name)) errors.set(prefix + name, [UNKNOWN]);
    }
    return parsed;
  }

  /** Parses the objects in a field: one, or those of a list. */
  readNested(value: unknown, key: string, errors: Errors): unknown {
    if (isObject(value)) return this.read(value, `${key}.`, errors);
    if (!Array.isArray(value)) return value;
    const items: unknown[] = [];
    for (const [index, item] of value.entries()) {
      if (errors.size >= MOST_ERRORS) break;
      const place = `${key}.${index}`;
      if (isObject(item)) items.push(this.read(item, `${place}.`, errors));
      else errors.set(place, [item === null ? NULL : NO_OBJECT]);
    }
    return items;
  }
}

/** The value of a field; undefined if it has none or an invalid one. */
function readField({ field, rules, nested }: Check, given: unknown, key: string, errors: Errors): unknown {
  if (given === undefined && !field.required) return field.schema.default;
  const value = tidied(field, given);
  const broken = rules.brokenBy(value);
  if (!broken) return nested ? nested.readNested(value, key, errors) : value;
  errors.set([key, ...broken.place].join('.'), [broken.sentence]);
  return undefined;
}

function tidied({ trim, lowerCase }: Field, given: unknown): unknown {
  if (trim) return trimmed(given);
  return lowerCase ? inLowerCase(given) : given;
}

function checkOf(field: Field): Check {
  return { field, rules: new FieldRules(field), nested: field.nested && parserOf(field.nested) };
}

type Input = Readonly<Record<string, unknown>>;
