import { type Field, type MessageClass, fieldsOf } from '@pks/contracts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type FieldErrors, Invalid } from '../errors/fault.ts';
import { BLANK, NULL, REQUIRED, UNKNOWN, sentenceOf } from './sentences.ts';

const ajv = new Ajv2020({ strict: false, allErrors: false, verbose: true });
addFormats.default(ajv, ['uuid', 'email', 'date-time', 'date', 'uri']);
/** Any 128 bits written as a UUID: the version digit is not ours to judge. */
ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i);

interface Check {
  readonly field: Field;
  readonly value: ValidateFunction;
}

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
    this.checks = new Map(
      fields.map((field) => [field.name, { field, value: ajv.compile(withoutNotes(field)) }]),
    );
  }

  /** The parser of some of the message's fields: those of the path, the query or the body. */
  static of<T extends object>(message: MessageClass<T>, fields: readonly Field[]): Parser<Partial<T>> {
    return new Parser<Partial<T>>(message, fields);
  }

  /** @throws Invalid with a sentence for each field that breaks its rule (decisions 1). */
  parse(input: unknown): T {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw Invalid.field('non_field_errors', 'Expected a JSON object.');
    }
    const errors = new Map<string, readonly string[]>();
    const parsed: Record<string, unknown> = {};
    for (const { field, value } of this.checks.values()) {
      take(field, value, (input as Record<string, unknown>)[field.name], parsed, errors);
    }
    for (const name of Object.keys(input)) if (!this.checks.has(name)) errors.set(name, [UNKNOWN]);
    if (errors.size > 0) throw new Invalid(Object.fromEntries(errors) as FieldErrors);
    return parsed as T;
  }
}

function take(
  field: Field,
  check: ValidateFunction,
  given: unknown,
  parsed: Record<string, unknown>,
  errors: Map<string, readonly string[]>,
): void {
  const { name } = field;
  if (given === undefined) {
    if (field.required) errors.set(name, [REQUIRED]);
    else if (field.schema.default !== undefined) parsed[name] = field.schema.default;
    return;
  }
  if (given === null && 'type' in field.schema) {
    if (field.nullable) parsed[name] = null;
    else errors.set(name, [NULL]);
    return;
  }
  const value = field.trim && typeof given === 'string' ? given.trim() : given;
  if (isBlank(field, value)) errors.set(name, [BLANK]);
  else if (check(value)) parsed[name] = value;
  else errors.set(...keyed(name, check.errors?.[0]));
}

function isBlank(field: Field, value: unknown): boolean {
  return field.schema.minLength === 1 && typeof value === 'string' && value.trim() === '';
}

function keyed(name: string, error: ErrorObject | undefined): [string, readonly string[]] {
  if (!error) return [name, ['Invalid value.']];
  const inner = error.instancePath.split('/').slice(1);
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const last = params.missingProperty ?? params.additionalProperty;
  return [[name, ...inner, ...(last === undefined ? [] : [last])].join('.'), [sentenceOf(error)]];
}

function withoutNotes(field: Field): object {
  const { default: _default, examples: _examples, description: _description, ...schema } = field.schema;
  return schema;
}
