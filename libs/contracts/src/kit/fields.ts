import { type Field, type JsonSchema, type MessageClass, declareField, schemaOf } from './schema.ts';

/** What every field may say of itself. */
export interface FieldOptions<T> {
  /** May be absent. */
  optional?: boolean;
  /** May be null. */
  nullable?: boolean;
  /** The value of an absent field; makes it optional. */
  default?: T;
  description?: string;
  example?: T;
  /** Carried in the query also where the method has a body. */
  in?: 'query';
}

interface TextRules {
  min?: number;
  max?: number;
  blank?: boolean;
  trim?: boolean;
  pattern?: string;
}

/** Compiles only on a property that can hold the values which the field lets through. */
export type FieldDecorator<T> = <K extends string>(
  target: { readonly [P in K]?: T | null | undefined },
  name: K,
) => void;

/** A text; `min` and `max` in characters. Blank is refused unless `blank`; `trim` cuts white space first. */
export function Text(options: FieldOptions<string> & TextRules = {}): FieldDecorator<string> {
  const { max = 20_000, blank = false, min = blank ? 0 : 1, trim = false, pattern } = options;
  const bounds = { ...(min > 0 ? { minLength: min } : {}), maxLength: max, ...(pattern ? { pattern } : {}) };
  return field({ type: 'string', ...bounds }, options, { trim });
}

/** A text that a response carries: nothing to check. */
export function Words(options: FieldOptions<string> = {}): FieldDecorator<string> {
  return field({ type: 'string' }, options);
}

export function Uuid(options: FieldOptions<string> = {}): FieldDecorator<string> {
  return field({ type: 'string', format: 'uuid' }, options);
}

/** An e-mail address of at most 254 characters; white space around it is cut. */
export function Email(options: FieldOptions<string> = {}): FieldDecorator<string> {
  return field({ type: 'string', format: 'email', maxLength: 254 }, options, { trim: true });
}

/** A point in time, ISO 8601 with its zone; answers are in UTC with milliseconds and `Z`. */
export function Timestamp(options: FieldOptions<string> = {}): FieldDecorator<string> {
  return field({ type: 'string', format: 'date-time' }, options);
}

export function Integer(
  options: FieldOptions<number> & { min?: number; max?: number } = {},
): FieldDecorator<number> {
  const { min, max } = options;
  const bounds = {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
  return field({ type: 'integer', ...bounds }, options);
}

export function Flag(options: FieldOptions<boolean> = {}): FieldDecorator<boolean> {
  return field({ type: 'boolean' }, options);
}

/** One of a fixed set of words. */
export function OneOf<const V extends string>(
  values: readonly V[],
  options: FieldOptions<V> = {},
): FieldDecorator<V> {
  return field({ type: 'string', enum: values }, options);
}

/** A list of words of a fixed set. */
export function SomeOf<const V extends string>(
  values: readonly V[],
  options: FieldOptions<readonly V[]> = {},
): FieldDecorator<readonly V[]> {
  return field({ type: 'array', items: { type: 'string', enum: values }, maxItems: 100 }, options);
}

/** A list of UUIDs. */
export function Uuids(options: FieldOptions<readonly string[]> = {}): FieldDecorator<readonly string[]> {
  return field({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 1000 }, options);
}

/** An object with the fields of another message. */
export function Nested<T extends object>(
  message: MessageClass<T>,
  options: FieldOptions<T> = {},
): FieldDecorator<T> {
  return field(schemaOf(message), options, { nested: message });
}

/** A list of objects with the fields of another message. */
export function ListOf<T extends object>(
  message: MessageClass<T>,
  options: FieldOptions<readonly T[]> = {},
): FieldDecorator<readonly T[]> {
  return field({ type: 'array', items: schemaOf(message), maxItems: 1000 }, options, { nested: message });
}

/** Any JSON value; whoever takes it checks it further. */
export function Anything(options: FieldOptions<unknown> = {}): FieldDecorator<unknown> {
  return field({}, options);
}

function field<T>(
  schema: JsonSchema,
  options: FieldOptions<T>,
  more: Partial<Pick<Field, 'trim' | 'nested'>> = {},
): FieldDecorator<T> {
  const notes = {
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.example === undefined ? {} : { examples: [options.example] }),
  };
  return (target, name) =>
    declareField(target, {
      name,
      schema: { ...schema, ...notes },
      required: options.optional !== true && options.default === undefined,
      nullable: options.nullable ?? false,
      trim: more.trim ?? false,
      in: options.in,
      nested: more.nested,
    });
}
