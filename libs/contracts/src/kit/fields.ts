import { type Field, type JsonSchema, type MessageClass, declareField, schemaOf } from './schema.ts';

/** What every field may say of itself. */
export interface FieldOptions<T, N extends boolean = boolean, O extends boolean = boolean> {
  /** May be absent. */
  optional?: O;
  /** May be null. */
  nullable?: N;
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

/** Compiles only on a property that holds the values which the field lets through, and no others. */
export type FieldDecorator<T> = <K extends string, C extends { readonly [P in K]?: unknown }>(
  target: C & Holds<C[K], T>,
  name: K,
) => void;

type Holds<Property, T> = [T] extends [Property] ? ([Property] extends [T] ? unknown : never) : never;

/** What a property holds: null where the field is nullable, undefined where it is optional. */
type Held<T, N extends boolean, O extends boolean> =
  T | (N extends true ? null : never) | (O extends true ? undefined : never);

/** A text; `min` and `max` in characters. Blank is refused unless `blank`; `trim` cuts white space first. */
export function Text<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> & TextRules = {},
): FieldDecorator<Held<string, N, O>> {
  const { max = 20_000, blank = false, min = blank ? 0 : 1, trim = false, pattern } = options;
  const bounds = { ...(min > 0 ? { minLength: min } : {}), maxLength: max, ...(pattern ? { pattern } : {}) };
  return field({ type: 'string', ...bounds }, options, { trim });
}

/** A text that a response carries: nothing to check. */
export function Words<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field({ type: 'string' }, options);
}

export function Uuid<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field({ type: 'string', format: 'uuid' }, options);
}

/** An e-mail address of at most 254 characters; white space around it is cut. */
export function Email<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field({ type: 'string', format: 'email', maxLength: 254 }, options, { trim: true });
}

/** A point in time, ISO 8601 with its zone; answers are in UTC with milliseconds and `Z`. */
export function Timestamp<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field({ type: 'string', format: 'date-time' }, options);
}

export function Integer<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<number, N, O> & { min?: number; max?: number } = {},
): FieldDecorator<Held<number, N, O>> {
  const { min, max } = options;
  const bounds = {
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
  return field({ type: 'integer', ...bounds }, options);
}

export function Flag<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<boolean, N, O> = {},
): FieldDecorator<Held<boolean, N, O>> {
  return field({ type: 'boolean' }, options);
}

/** One of a fixed set of words. */
export function OneOf<const V extends string, N extends boolean = false, O extends boolean = false>(
  values: readonly V[],
  options: FieldOptions<NoInfer<V>, N, O> = {},
): FieldDecorator<Held<V, N, O>> {
  return field({ type: 'string', enum: values }, options);
}

/** A list of words of a fixed set. */
export function SomeOf<const V extends string, N extends boolean = false, O extends boolean = false>(
  values: readonly V[],
  options: FieldOptions<readonly NoInfer<V>[], N, O> = {},
): FieldDecorator<Held<readonly V[], N, O>> {
  return field({ type: 'array', items: { type: 'string', enum: values }, maxItems: 100 }, options);
}

/** A list of UUIDs. */
export function Uuids(options: FieldOptions<readonly string[]> = {}): FieldDecorator<readonly string[]> {
  return field({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 1000 }, options);
}

/** A list of texts; `max` in characters of each, `maxItems` of them. */
export function Texts(
  options: FieldOptions<readonly string[]> & { max?: number; maxItems?: number } = {},
): FieldDecorator<readonly string[]> {
  const { max = 20_000, maxItems = 1000 } = options;
  return field({ type: 'array', items: { type: 'string', maxLength: max }, maxItems }, options);
}

/** A list of pairs of a key and a value. A key is never blank; lengths are in characters. */
export function Pairs(
  options: FieldOptions<readonly Pair[]> & { maxKey?: number; maxValue?: number; maxItems?: number } = {},
): FieldDecorator<readonly Pair[]> {
  const { maxKey = 255, maxValue = 20_000, maxItems = 1000 } = options;
  const prefixItems = [
    { type: 'string', minLength: 1, maxLength: maxKey },
    { type: 'string', maxLength: maxValue },
  ] as const;
  const items = { type: 'array', prefixItems, items: false, minItems: 2, maxItems: 2 } as const;
  return field({ type: 'array', items, maxItems }, options);
}

/** A key and its value. */
export type Pair = readonly [key: string, value: string];

/** A number that need not be whole. */
export function Decimal(options: FieldOptions<number> = {}): FieldDecorator<number> {
  return field({ type: 'number' }, options);
}

/** An object with the fields of another message. */
export function Nested<T extends object, N extends boolean = false, O extends boolean = false>(
  message: MessageClass<T>,
  options: FieldOptions<NoInfer<T>, N, O> = {},
): FieldDecorator<Held<T, N, O>> {
  return field(schemaOf(message), options, { nested: message });
}

/** A list of objects with the fields of another message; 1,000 at most, unless `maxItems` says otherwise. */
export function ListOf<T extends object, N extends boolean = false, O extends boolean = false>(
  message: MessageClass<T>,
  options: FieldOptions<readonly NoInfer<T>[], N, O> & { maxItems?: number } = {},
): FieldDecorator<Held<readonly T[], N, O>> {
  const { maxItems = 1000 } = options;
  return field({ type: 'array', items: schemaOf(message), maxItems }, options, { nested: message });
}

/** A JSON object whose fields nobody knows beforehand. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An object with any fields. */
export function SomeObject(options: FieldOptions<JsonObject> = {}): FieldDecorator<JsonObject> {
  return field({ type: 'object' }, options);
}

/** Any JSON value; whoever takes it checks it further. */
export function Anything(options: FieldOptions<unknown> = {}): FieldDecorator<unknown> {
  return field({}, options);
}

function field<T, H>(
  schema: JsonSchema,
  options: FieldOptions<T>,
  more: Partial<Pick<Field, 'trim' | 'nested'>> = {},
): FieldDecorator<H> {
  const notes = {
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.example === undefined ? {} : { examples: [options.example] }),
  };
  return (target: object, name) =>
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
