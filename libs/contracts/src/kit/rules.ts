import { MAX_LENGTH, MIN_LENGTH, ValidateBy, type ValidationOptions } from 'class-validator';
import { BLANK, NO_LIST, NO_TEXT, NULL, tooFew, tooLong, tooMany } from './sentences.ts';
import { characters } from './characters.ts';
import { isCalendarDate, isTimestamp } from './timestamp.ts';

/** The name of `IsPresent` in class-validator's metadata; the names of the other rules follow. */
export const IS_PRESENT = 'isPresent';
/** The name of `IsNotBlank`. */
export const IS_NOT_BLANK = 'isNotBlank';
/** The name of `IsTimestamp`. */
export const IS_TIMESTAMP = 'isTimestamp';
/** The name of `IsCalendarDate`. */
export const IS_CALENDAR_DATE = 'isCalendarDate';
/** The name of `ArePairs`. */
export const IS_PAIR = 'isPair';

/** An e-mail address with a dotted domain. Each character can match in one way only, so it never backtracks. */
export const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+$/i;

/** The value is there; unlike `IsDefined`, null counts as a value. */
export function IsPresent(options: ValidationOptions): PropertyDecorator {
  return rule(IS_PRESENT, [], (value) => value !== undefined, options);
}

/** A text that is not only white space. */
export function IsNotBlank(options: ValidationOptions): PropertyDecorator {
  return rule(IS_NOT_BLANK, [], (value) => typeof value === 'string' && /\S/.test(value), options);
}

/** A text of at least `min` characters, counted as JSON Schema does: in code points. */
export function MinCharacters(min: number, options: ValidationOptions): PropertyDecorator {
  return rule(MIN_LENGTH, [min], (value) => typeof value === 'string' && !isShorter(value, min), options);
}

/**
 * A text of at most `max` characters, counted as JSON Schema does: in code points.
 * class-validator's own `MaxLength` does not count variation selectors.
 */
export function MaxCharacters(max: number, options: ValidationOptions): PropertyDecorator {
  return rule(MAX_LENGTH, [max], (value) => typeof value === 'string' && !isLonger(value, max), options);
}

/** A date and time with its zone (RFC 3339); a leap second is accepted where UTC has one. */
export function IsTimestamp(options: ValidationOptions): PropertyDecorator {
  return rule(IS_TIMESTAMP, [], isTimestamp, options);
}

/** A calendar date, `YYYY-MM-DD`. */
export function IsCalendarDate(options: ValidationOptions): PropertyDecorator {
  return rule(IS_CALENDAR_DATE, [], isCalendarDate, options);
}

/**
 * The context of a rule for items: the place inside an item that breaks it, which the parser appends to the field's
 * key.
 */
export interface PlaceInItem {
  readonly placeIn: (item: unknown) => readonly number[];
}

/** Each item is a pair of texts: a key that is not empty, and a value. */
export function ArePairs(maxKey: number, maxValue: number): PropertyDecorator {
  const fault = (pair: unknown): PairFault | undefined => faultOfPair(pair, maxKey, maxValue);
  const context: PlaceInItem = { placeIn: (pair) => fault(pair)?.place ?? [] };
  const options = eachItem(
    (pair) => fault(pair) === undefined,
    (pair) => fault(pair)?.sentence ?? '',
  );
  return rule(IS_PAIR, [maxKey, maxValue], (pair) => fault(pair) === undefined, { ...options, context });
}

/** The options of a rule for each item of a list: the message is about the first item that breaks it. */
export function eachItem(
  holds: (item: unknown) => boolean,
  sentence: (item: unknown) => string,
): ValidationOptions {
  return {
    each: true,
    message: ({ value }) =>
      sentence(Array.isArray(value) ? value.find((item: unknown) => !holds(item)) : value),
  };
}

function rule(
  name: string,
  constraints: readonly unknown[],
  validate: (value: unknown) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  return ValidateBy({ name, constraints: [...constraints], validator: { validate } }, options);
}

/** A code point is one or two UTF-16 units, so most texts need no count. */
function isShorter(text: string, min: number): boolean {
  return text.length < min || (text.length < 2 * min && characters(text) < min);
}

function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || (text.length > max && characters(text) > max);
}

interface PairFault {
  readonly place: readonly number[];
  readonly sentence: string;
}

function faultOfPair(pair: unknown, maxKey: number, maxValue: number): PairFault | undefined {
  if (!Array.isArray(pair)) return { place: [], sentence: pair === null ? NULL : NO_LIST };
  if (pair.length !== 2) return { place: [], sentence: pair.length < 2 ? tooFew(2) : tooMany(2) };
  const [key, value] = pair as readonly unknown[];
  const ofKey = typeof key === 'string' && key.trim() === '' ? BLANK : faultOfText(key, maxKey);
  if (ofKey !== undefined) return { place: [0], sentence: ofKey };
  const ofValue = faultOfText(value, maxValue);
  return ofValue === undefined ? undefined : { place: [1], sentence: ofValue };
}

function faultOfText(text: unknown, max: number): string | undefined {
  if (typeof text !== 'string') return text === null ? NULL : NO_TEXT;
  return isLonger(text, max) ? tooLong(max) : undefined;
}
