import { beginningOf } from './beginning.ts';

/** An absent field. */
export const REQUIRED = 'This field is required.';
/** An empty text, or one of white space only. */
export const BLANK = 'This field may not be blank.';
/** A comma in a text that is part of a comma-separated list. */
export const COMMA = 'This field may not contain a comma.';
/** Null in a field that may not be null. */
export const NULL = 'This field may not be null.';
/** A field that the message does not have. */
export const UNKNOWN = 'Unknown field.';
/** Not an object. */
export const NO_OBJECT = 'Expected a JSON object.';
/** Not a text. */
export const NO_TEXT = 'Must be a valid string.';
/** Not a list. */
export const NO_LIST = 'Expected a list of items.';
/** A list without items, where one is needed. */
export const EMPTY = 'This list may not be empty.';
/** Not a whole number. */
export const NO_INTEGER = 'A valid integer is required.';
/** Not a finite number. */
export const NO_NUMBER = 'A valid number is required.';
/** Neither true nor false. */
export const NO_BOOLEAN = 'Must be a valid boolean.';
/** Not a UUID. */
export const NO_UUID = 'Must be a valid UUID.';
/** Not an e-mail address. */
export const NO_EMAIL = 'Enter a valid email address.';
/** Not a calendar date. */
export const NO_DATE = 'Enter a valid date, as YYYY-MM-DD.';
/** Not a date and time with its zone. */
export const NO_TIMESTAMP = 'Enter a valid date and time, in ISO 8601 with its time zone.';

/** A quoted value is cut after this many UTF-16 units. */
const MOST_QUOTED = 100;

/** The message for a value that is not in a fixed set or does not match a pattern; a long value is shortened. */
export function notAChoice(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const shown = text.length > MOST_QUOTED ? `${beginningOf(text, MOST_QUOTED).toWellFormed()}…` : text;
  return `"${shown}" is not a valid choice.`;
}

/** The message for a text with fewer than `min` characters. */
export const tooShort = (min: number): string => `Ensure this field has at least ${min} characters.`;

/** The message for a text with more than `max` characters. */
export const tooLong = (max: number): string => `Ensure this field has no more than ${max} characters.`;

/** The message for a number below `min`. */
export const tooSmall = (min: number): string => `Ensure this value is greater than or equal to ${min}.`;

/** The message for a number above `max`. */
export const tooLarge = (max: number): string => `Ensure this value is less than or equal to ${max}.`;

/** The message for a list with fewer than `min` items. */
export const tooFew = (min: number): string => `Ensure this field has at least ${min} items.`;

/** The message for a list with more than `max` items. */
export const tooMany = (max: number): string => `Ensure this field has no more than ${max} items.`;
