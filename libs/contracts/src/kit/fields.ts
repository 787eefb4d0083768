import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateNested,
  isIn,
  isObject,
  isString,
  isUUID,
} from 'class-validator';
import {
  ArePairs,
  IsCalendarDate,
  IsNotBlank,
  IsPresent,
  IsTimestamp,
  MaxCharacters,
  MinCharacters,
  eachItem,
} from './rules.ts';
import { ofEachEmail, ofEmail } from './email-rules.ts';
import { orNull, quoting } from './quoted-values.ts';
import { type FieldDecorator, type FieldOptions, type Held, declared, field } from './field-decorator.ts';
import type { MessageClass } from './schema.ts';
import * as say from './sentences.ts';

interface TextRules {
  min?: number;
  max?: number;
  blank?: boolean;
  trim?: boolean;
  pattern?: string;
  /** The message for a text that does not match the pattern; by default, that it is not a valid choice. */
  form?: string;
}

/**
 * A text; `min` and `max` in characters. Blank is refused unless `blank`; `trim` removes surrounding white space first.
 * `pattern` must not backtrack: it runs on what clients send.
 */
export function Text<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> & TextRules = {},
): FieldDecorator<Held<string, N, O>> {
  const { max = 20_000, blank = false, min = blank ? 0 : 1, trim = false, pattern, form } = options;
  const rules = [IsString({ message: say.NO_TEXT })];
  if (min > 0) rules.push(IsNotBlank({ message: say.BLANK }));
  rules.push(MaxCharacters(max, { message: say.tooLong(max) }));
  if (min > 1) rules.push(MinCharacters(min, { message: say.tooShort(min) }));
  if (pattern) rules.push(Matches(new RegExp(pattern, 'u'), { message: form ?? quoting }));
  return field(rules, options, { trim });
}

/** A text of any length: for responses. */
export function Words<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field([IsString({ message: say.NO_TEXT })], options);
}

/** Any 128 bits written as a UUID, whatever the version digit, in either case; lower-case in the message. */
export function Uuid<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field([IsUUID('loose', { message: say.NO_UUID })], options, { lowerCase: true });
}

/** An e-mail address of at most 254 characters; surrounding white space is removed. */
export function Email<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field(ofEmail(), options, { trim: true });
}

/** A point in time, ISO 8601 with its zone; answers are in UTC with milliseconds and `Z`. */
export function Timestamp<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field([IsTimestamp({ message: say.NO_TIMESTAMP })], options);
}

/** A calendar date, `YYYY-MM-DD`, of a day that exists. */
export function CalendarDate<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<string, N, O> = {},
): FieldDecorator<Held<string, N, O>> {
  return field([IsCalendarDate({ message: say.NO_DATE })], options);
}

/** A whole number between `min` and `max`, both included. */
export function Integer<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<number, N, O> & { min?: number; max?: number } = {},
): FieldDecorator<Held<number, N, O>> {
  const { min, max } = options;
  const rules = [IsInt({ message: say.NO_INTEGER })];
  if (max !== undefined) rules.push(Max(max, { message: say.tooLarge(max) }));
  if (min !== undefined) rules.push(Min(min, { message: say.tooSmall(min) }));
  return field(rules, options);
}

/** True or false. */
export function Flag<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<boolean, N, O> = {},
): FieldDecorator<Held<boolean, N, O>> {
  return field([IsBoolean({ message: say.NO_BOOLEAN })], options);
}

/** One word of a fixed set. */
export function OneOf<const V extends string, N extends boolean = false, O extends boolean = false>(
  values: readonly V[],
  options: FieldOptions<NoInfer<V>, N, O> = {},
): FieldDecorator<Held<V, N, O>> {
  return field([IsIn(values, { message: quoting })], options);
}

/** A list of at most 100 words of a fixed set; at least one if `empty` is false. */
export function SomeOf<const V extends string, N extends boolean = false, O extends boolean = false>(
  values: readonly V[],
  options: FieldOptions<readonly NoInfer<V>[], N, O> & { empty?: false } = {},
): FieldDecorator<Held<readonly V[], N, O>> {
  const some = options.empty === false ? [ArrayNotEmpty({ message: say.EMPTY })] : [];
  const sentence = (item: unknown): string => (item === null ? say.NULL : say.notAChoice(item));
  const each = IsIn(
    values,
    eachItem((item) => isIn(item, values), sentence),
  );
  return field([...listOfAtMost(100), ...some, each], options);
}

/** A list of UUIDs as `Uuid` accepts them, 1,000 at most. */
export function Uuids<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<readonly string[], N, O> = {},
): FieldDecorator<Held<readonly string[], N, O>> {
  const each = IsUUID(
    'loose',
    eachItem((item) => isUUID(item, 'loose'), orNull(say.NO_UUID)),
  );
  return field([...listOfAtMost(1000), each], options, { lowerCase: true });
}

/** A list of at most `maxItems` e-mail addresses, each as `Email` accepts it; 1,000 by default. */
export function Emails<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<readonly string[], N, O> & { maxItems?: number } = {},
): FieldDecorator<Held<readonly string[], N, O>> {
  const rules = [...listOfAtMost(options.maxItems ?? 1000), ...ofEachEmail()];
  return field(rules, options, { trim: true });
}

interface TextsRules {
  max?: number;
  maxItems?: number;
  blank?: false;
  comma?: boolean;
}

/**
 * A list of at most `maxItems` texts, each of at most `max` characters. If `blank` is false, none may be blank; if `comma` is false,
 * none may contain a comma.
 */
export function Texts<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<readonly string[], N, O> & TextsRules = {},
): FieldDecorator<Held<readonly string[], N, O>> {
  const { max = 20_000, maxItems = 1000, blank = true, comma = true } = options;
  const rules = [
    ...listOfAtMost(maxItems),
    IsString(eachItem(isString, orNull(say.NO_TEXT))),
    ...(blank ? [] : [IsNotBlank({ each: true, message: say.BLANK })]),
    MaxCharacters(max, { each: true, message: say.tooLong(max) }),
    ...(comma ? [] : [Matches(/^[^,]*$/u, { each: true, message: say.COMMA })]),
  ];
  return field(rules, options);
}

/** A list of finite numbers between `min` and `max`, both included; 100 at most, unless `maxItems` says otherwise. */
export function Decimals<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<readonly number[], N, O> & { min: number; max: number; maxItems?: number },
): FieldDecorator<Held<readonly number[], N, O>> {
  const { min, max, maxItems = 100 } = options;
  const rules = [
    ...listOfAtMost(maxItems),
    IsNumber({}, eachItem(Number.isFinite, orNull(say.NO_NUMBER))),
    Max(max, { each: true, message: say.tooLarge(max) }),
    Min(min, { each: true, message: say.tooSmall(min) }),
  ];
  return field(rules, options);
}

/** A list of pairs of a key and a value. A key is never empty; lengths are in characters. */
export function Pairs(
  options: FieldOptions<readonly Pair[]> & { maxKey?: number; maxValue?: number; maxItems?: number } = {},
): FieldDecorator<readonly Pair[]> {
  const { maxKey = 255, maxValue = 20_000, maxItems = 1000 } = options;
  return field([...listOfAtMost(maxItems), ArePairs(maxKey, maxValue)], options);
}

/** A key and its value. */
export type Pair = readonly [key: string, value: string];

/** A finite number, with or without a fraction. */
export function Decimal<N extends boolean = false, O extends boolean = false>(
  options: FieldOptions<number, N, O> = {},
): FieldDecorator<Held<number, N, O>> {
  return field([IsNumber({}, { message: say.NO_NUMBER })], options);
}

/** An object with the fields of another message. */
export function Nested<T extends object, N extends boolean = false, O extends boolean = false>(
  message: MessageClass<T>,
  options: FieldOptions<NoInfer<T>, N, O> = {},
): FieldDecorator<Held<T, N, O>> {
  const rules = [
    IsObject({ message: say.NO_OBJECT }),
    ValidateNested({ message: say.NO_OBJECT }),
    Type(() => message),
  ];
  return field(rules, options, { nested: message });
}

/** A list of objects with the fields of another message; 1,000 at most, unless `maxItems` says otherwise. */
export function ListOf<T extends object, N extends boolean = false, O extends boolean = false>(
  message: MessageClass<T>,
  options: FieldOptions<readonly NoInfer<T>[], N, O> & { maxItems?: number } = {},
): FieldDecorator<Held<readonly T[], N, O>> {
  const rules = [
    ...listOfAtMost(options.maxItems ?? 1000),
    IsObject(eachItem(isObject, orNull(say.NO_OBJECT))),
    ValidateNested({ each: true, message: say.NO_OBJECT }),
    Type(() => message),
  ];
  return field(rules, options, { nested: message, maxItems: options.maxItems });
}

/** A JSON object whose fields are not known beforehand. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An object with any fields. */
export function SomeObject<O extends boolean = false>(
  options: FieldOptions<JsonObject, false, O> = {},
): FieldDecorator<Held<JsonObject, false, O>> {
  return field([IsObject({ message: say.NO_OBJECT })], options);
}

/** A list of objects with any fields. */
export function SomeObjects(
  options: FieldOptions<readonly JsonObject[]> = {},
): FieldDecorator<readonly JsonObject[]> {
  const rules = [IsArray({ message: say.NO_LIST }), IsObject({ each: true, message: say.NO_OBJECT })];
  return field(rules, options);
}

/** Any JSON value, null included; the service that receives it validates it further. */
export function Anything(options: FieldOptions<unknown> = {}): FieldDecorator<unknown> {
  return declared([IsPresent({ message: say.REQUIRED })], options);
}

function listOfAtMost(max: number): PropertyDecorator[] {
  return [IsArray({ message: say.NO_LIST }), ArrayMaxSize(max, { message: say.tooMany(max) })];
}
