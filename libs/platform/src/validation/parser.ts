import { type Field, type MessageClass, fieldsOf } from '@pks/contracts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Invalid } from '../errors/fault.ts';
import { BLANK, NO_OBJECT, NULL, REQUIRED, UNKNOWN, sentenceOf } from './sentences.ts';

const ajv = new Ajv2020({ strict: false, strictNumbers: true, allErrors: false, verbose: true });
addFormats.default(ajv, ['uuid', 'email', 'date-time', 'date', 'uri']);
/** Any 128 bits written as a UUID: the version digit is not ours to judge. */
ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);

interface Check {
  readonly field: Field;
  /** Of the value itself; what is nested in it has its own parser. */
  readonly value: ValidateFunction;
  readonly nested: Parser<object> | undefined;
}

type Errors = Map<string, readonly string[]>;

/** More wrong fields than this are not told of. */
const MOST_ERRORS = 100;

const parsers = new WeakMap<MessageClass, Parser<object>>();

/** The parser of a message, compiled once. */
export function parserOf<T extends object>(message: MessageClass<T>): Parser<T> {
  const known = parsers.get(message);
  if (known) return known as Parser<T>;
  const parser = new Parser(message);
  parsers.set(message, parser);
  return parser;
}

/** Turns a value from outside into a message of its class, or says of each field what is wrong with it. */
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
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw Invalid.field('non_field_errors', NO_OBJECT);
    }
    const errors: Errors = new Map();
    const parsed = this.read(input, '', errors);
    if (errors.size > 0) throw new Invalid(Object.fromEntries(errors));
    return parsed as T;
  }

  private read(input: object, prefix: string, errors: Errors): Record<string, unknown> {
    const parsed: Record<string, unknown> = {};
    for (const check of this.checks.values()) {
      const { name } = check.field;
      const value = this.take(check, (input as Record<string, unknown>)[name], prefix + name, errors);
      if (value !== undefined) parsed[name] = value;
    }
    for (const name of Object.keys(input)) {
      if (errors.size >= MOST_ERRORS) break;
      if (!this.checks.has(name)) errors.set(prefix + name, [UNKNOWN]);
    }
    return parsed;
  }

  /** The value of a field; undefined when it has none, or a wrong one. */
  private take({ field, value: check, nested }: Check, given: unknown, key: string, errors: Errors): unknown {
    if (given === undefined) {
      if (field.required) errors.set(key, [REQUIRED]);
      return field.schema.default;
    }
    if (given === null && 'type' in field.schema) {
      if (!field.nullable) errors.set(key, [NULL]);
      return field.nullable ? null : undefined;
    }
    const value = field.trim && typeof given === 'string' ? given.trim() : given;
    if (isBlank(field, value)) errors.set(key, [BLANK]);
    else if (!check(value)) errors.set(...keyed(key, check.errors?.[0]));
    else return nested ? this.takeNested(nested, value, key, errors) : value;
    return undefined;
  }

  private takeNested(nested: Parser<object>, value: unknown, key: string, errors: Errors): unknown {
    if (!Array.isArray(value)) return nested.read(value as object, `${key}.`, errors);
    const items: object[] = [];
    for (const [n, item] of value.entries()) {
      if (errors.size >= MOST_ERRORS) break;
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
        items.push(nested.read(item as object, `${key}.${n}.`, errors));
      } else errors.set(`${key}.${n}`, [item === null ? NULL : NO_OBJECT]);
    }
    return items;
  }
}

function checkOf(field: Field): Check {
  const nested = field.nested && parserOf(field.nested);
  return { field, value: ajv.compile(ownSchema(field)), nested };
}

function isBlank({ schema }: Field, value: unknown): boolean {
  const mayNotBe = schema.minLength === 1 || schema.format === 'email';
  return mayNotBe && typeof value === 'string' && value.trim() === '';
}

function keyed(key: string, error: ErrorObject | undefined): [string, readonly string[]] {
  if (!error) return [key, ['Invalid value.']];
  const inner = error.instancePath.split('/').slice(1);
  return [[key, ...inner].join('.'), [sentenceOf(error)]];
}

/** What is checked of a field's own value: not its notes, and not what is nested in it. */
function ownSchema(field: Field): object {
  const { default: _default, examples: _examples, description: _description, ...schema } = field.schema;
  if (!field.nested) return schema;
  const { properties: _properties, required: _required, items: _items, ...own } = schema;
  const { additionalProperties: _additional, ...bounds } = own;
  return bounds;
}
