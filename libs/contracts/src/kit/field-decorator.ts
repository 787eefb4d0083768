import { Transform } from 'class-transformer';
import { IsDefined, ValidateIf } from 'class-validator';
import { type MessageClass, declareField } from './schema.ts';
import * as say from './sentences.ts';

/** The options of every field. */
export interface FieldOptions<T, N extends boolean = boolean, O extends boolean = boolean> {
  /** May be absent. */
  optional?: O;
  /** May be null. */
  nullable?: N;
  /** The value of an absent field; makes it optional. */
  default?: T;
  description?: string;
  example?: T;
  /** Carried in the query even if the method has a body. */
  in?: 'query';
}

/** Compiles only on a property whose type is exactly that of the values that the field accepts. */
export type FieldDecorator<T> = <K extends string, C extends { readonly [P in K]?: unknown }>(
  target: C & Holds<C[K], T>,
  name: K,
) => void;

type Holds<Property, T> = [T] extends [Property] ? ([Property] extends [T] ? unknown : never) : never;

/** The type of a property: with null if the field is nullable, with undefined if it is optional. */
export type Held<T, N extends boolean, O extends boolean> =
  T | (N extends true ? null : never) | (O extends true ? undefined : never);

interface More {
  readonly trim?: boolean;
  readonly lowerCase?: boolean;
  readonly nested?: MessageClass;
  readonly maxItems?: number | undefined;
}

/** A field whose value these rules validate; it is required unless it is optional. */
export function field<T, H>(
  rules: readonly PropertyDecorator[],
  options: FieldOptions<T>,
  more: More = {},
): FieldDecorator<H> {
  const defined = IsDefined({ message: ({ value }) => (value === undefined ? say.REQUIRED : say.NULL) });
  return declared([defined, ...rules], options, more);
}

/** A field with a condition of its own, so that a field declared again does not keep the inherited condition. */
export function declared<T, H>(
  rules: readonly PropertyDecorator[],
  options: FieldOptions<T>,
  { trim = false, lowerCase = false, nested, maxItems }: More = {},
): FieldDecorator<H> {
  const { optional = options.default !== undefined, nullable = false } = options;
  const skips = (value: unknown): boolean =>
    (optional && value === undefined) || (nullable && value === null);
  const notes = {
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.example === undefined ? {} : { examples: [options.example] }),
  };
  return (target: object, name) => {
    ValidateIf((_message, value) => !skips(value))(target, name);
    for (const rule of rules) rule(target, name);
    if (trim) Transform(({ value }) => trimmed(value))(target, name);
    if (lowerCase) Transform(({ value }) => inLowerCase(value))(target, name);
    declareField(target, { name, notes, trim, lowerCase, in: options.in, nested, maxItems });
  };
}

/** A text in lower case, or a list with each of its texts in lower case; any other value unchanged. */
export function inLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCase);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/**
 * A text without surrounding white space, or a list with each of its texts so trimmed; any other value unchanged.
 */
export function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed);
  return typeof value === 'string' ? value.trim() : value;
}
