import type { FormatOptions } from 'mathjs';
import math from 'mathjs/lib/browser/math.js';
import type { Evaluated } from '../answer.ts';
import { Refused } from './refused.ts';

/** The significant digits of results. Rounding to them hides the errors of binary fractions: 0.1 + 0.2 is 0.3. */
const DIGITS = 15;
/** Only numbers below 1e-9, and those from 1e15 on, have an exponent. */
const PLAIN: FormatOptions = { precision: DIGITS, lowerExp: -9, upperExp: DIGITS };
/** The longest result. Characters. */
const LONGEST = 20_000;
/** The most elements of a matrix: each takes at least three characters. */
const MOST_ELEMENTS = LONGEST / 3;

/** The types of results by their types in mathjs; a value of any other type is not a result. */
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

/** The result of an expression; of several statements, the value of the last that shows one. @throws Refused */
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

/** A `bignumber` is shown with up to 64 digits: whoever asks for one wants all of them. */
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
