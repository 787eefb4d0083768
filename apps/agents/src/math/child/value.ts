import type { FormatOptions } from 'mathjs';
import math from 'mathjs/lib/browser/math.js';
import type { Evaluated } from '../answer.ts';
import { Refused } from './refused.ts';

/** Results are rounded to so many significant digits, which hides the errors of binary fractions: 0.1 + 0.2 is 0.3. */
const DIGITS = 15;
/** Only numbers that would be longer than that have an exponent. */
const PLAIN: FormatOptions = { precision: DIGITS, lowerExp: -9, upperExp: DIGITS };
/** The longest result. Characters. */
const LONGEST = 20_000;
/** Of a matrix: each takes three characters or more. */
const MOST_ELEMENTS = LONGEST / 3;

/** The types of values by those of mathjs; anything else is no result. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['number', 'number'],
  ['BigNumber', 'number'],
  ['bigint', 'number'],
  ['Fraction', 'fraction'],
  ['Complex', 'complex'],
  ['Unit', 'unit'],
  ['boolean', 'boolean'],
  ['string', 'text'],
  ['DenseMatrix', 'matrix'],
  ['Array', 'matrix'],
]);

/** What an expression results in: of several statements, the last that shows its value. @throws Refused */
export function valueOf(value: unknown): Evaluated {
  if (math.isResultSet(value)) return valueOf(lastOf(value.entries));
  const type = TYPES.get(math.typeOf(value));
  if (type === undefined)
    throw new Refused('no_value', 'The result is no value: end with an expression that has one.');
  if (elementsIn(value) > MOST_ELEMENTS) throw tooLarge();
  if (typeof value === 'number' && Number.isFinite(value)) return { result: rounded(value), type };
  const result = typeof value === 'string' ? value : math.format(value, notationOf(value));
  if (result.length > LONGEST) throw tooLarge();
  return { result, type };
}

function lastOf(entries: readonly unknown[]): unknown {
  if (entries.length > 0) return entries.at(-1);
  throw new Refused('no_value', 'No statement shows its value: end the last one without a semicolon.');
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
}

/** Whoever asks for a `bignumber` wants all digits that it has. */
function notationOf(value: unknown): FormatOptions {
  return math.isBigNumber(value) ? { precision: 64, upperExp: 64 } : PLAIN;
}

function elementsIn(value: unknown): number {
  if (math.isMatrix(value)) return value.size().reduce(times, 1);
  return Array.isArray(value) ? value.flat(Infinity).length : 1;
}

function times(product: number, length: number): number {
  return product * length;
}

function tooLarge(): Refused {
  return new Refused('too_large', `The result has more than ${LONGEST.toLocaleString('en')} characters.`);
}
