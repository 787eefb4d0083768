import type { ErrorObject } from 'ajv';

export const REQUIRED = 'This field is required.';
export const BLANK = 'This field may not be blank.';
export const NULL = 'This field may not be null.';
export const UNKNOWN = 'Unknown field.';
export const NO_OBJECT = 'Expected a JSON object.';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'Must be a valid UUID.',
  email: 'Enter a valid email address.',
  'date-time': 'Enter a valid date and time, in ISO 8601 with its time zone.',
  date: 'Enter a valid date, as YYYY-MM-DD.',
  uri: 'Enter a valid URL.',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be a valid string.',
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
  boolean: 'Must be a valid boolean.',
  array: 'Expected a list of items.',
  object: NO_OBJECT,
};

type Say = (error: ErrorObject) => string;

const BY_KEYWORD: Readonly<Record<string, Say>> = {
  type: (error) => ofWrongType(error),
  format: (error) => FORMATS[String(error.params['format'])] ?? 'Invalid value.',
  enum: (error) => notAChoice(error.data),
  pattern: (error) => notAChoice(error.data),
  minLength: (error) =>
    error.params['limit'] === 1 ? BLANK : `Ensure this field has at least ${limit(error)} characters.`,
  maxLength: (error) => `Ensure this field has no more than ${limit(error)} characters.`,
  minimum: (error) => `Ensure this value is greater than or equal to ${limit(error)}.`,
  maximum: (error) => `Ensure this value is less than or equal to ${limit(error)}.`,
  minItems: (error) => `Ensure this field has at least ${limit(error)} items.`,
  maxItems: (error) => `Ensure this field has no more than ${limit(error)} items.`,
};

/** The sentence that tells a person which rule a value breaks (decisions 1, field sentences). */
export function sentenceOf(error: ErrorObject): string {
  return BY_KEYWORD[error.keyword]?.(error) ?? 'Invalid value.';
}

/** A value of another type is no value of the field's format, and none of its choices. */
function ofWrongType(error: ErrorObject): string {
  if (error.data === null) return NULL;
  const { enum: choices, format } = error.parentSchema as { enum?: unknown; format?: string };
  if (choices) return notAChoice(error.data);
  return FORMATS[format ?? ''] ?? TYPES[String(error.params['type'])] ?? 'Invalid value.';
}

function notAChoice(value: unknown): string {
  const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return `"${shown.length > 100 ? `${shown.slice(0, 100).toWellFormed()}…` : shown}" is not a valid choice.`;
}

function limit(error: ErrorObject): string {
  return String(error.params['limit']);
}
