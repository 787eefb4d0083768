import math from 'mathjs/lib/browser/math.js';
import { combinationsOf, correlationOf, standardDeviationOf, varianceOf } from './exact.ts';

/** Computes the value for the plain numbers that the correction covers; undefined leaves the call to mathjs. */
type Correction = (...given: readonly unknown[]) => number | undefined;

/** Functions whose formulas in mathjs lose digits of some numbers, or overflow on the way to a result that does not. */
const CORRECTIONS: Readonly<Record<string, Correction>> = {
  combinations: (n, k) => (isCount(n) && isCount(k) && k <= n ? combinationsOf(n, k) : undefined),
  catalan: (n) => (isCount(n) && isCount(2 * n) ? combinationsOf(2 * n, n) / (n + 1) : undefined),
  combinationsWithRep: (n, k) =>
    isCount(n) && isCount(k) && n > 0 && isCount(n + k) ? combinationsOf(n + k - 1, k) : undefined,
  corr: (...given) => {
    const [one, other] = given.map(listIn);
    return given.length === 2 && one && other?.length === one.length ? correlationOf(one, other) : undefined;
  },
  std: (...given) => spreadOf(standardDeviationOf, given),
  variance: (...given) => spreadOf(varianceOf, given),
  acoth: (x) => (typeof x === 'number' && Math.abs(x) >= 1 ? Math.atanh(1 / x) : undefined),
  acsch: (x) => (typeof x === 'number' ? Math.asinh(1 / x) : undefined),
  asech: (x) => (typeof x === 'number' && x > 0 && x <= 1 ? Math.acosh(1 / x) : undefined),
  coth: (x) => (typeof x === 'number' ? 1 / Math.tanh(x) : undefined),
  csch: (x) => (typeof x === 'number' ? 1 / Math.sinh(x) : undefined),
};

/** Units that mathjs rounds: all names of each, and its value in SI units, exactly as defined. */
const UNITS: readonly (readonly [names: readonly string[], value: number])[] = [
  [['acre', 'acres'], 4046.8564224],
  [['electronvolt', 'electronvolts', 'eV'], 1.602176634e-19],
  [['mmHg', 'mmhg'], 133.322387415],
  [['psi'], 4.4482216152605 / 0.00064516],
  [['sqch'], 404.68564224],
  [['sqrd'], 25.29285264],
  [['torr'], 101_325 / 760],
];

/** Replaces functions and units of mathjs by the corrections. */
export function correct(): void {
  const names = math.expression.mathWithTransform;
  const corrected = Object.entries(CORRECTIONS).map(([name, correction]) => {
    const original = names[name];
    if (typeof original !== 'function') throw new Error(`mathjs has no function ${name}.`);
    const value = (...given: readonly unknown[]): unknown => {
      const theirs = (): unknown => Reflect.apply(original, undefined, given);
      return correction(...given) ?? theirs();
    };
    return [name, value] as const;
  });
  math.import(Object.fromEntries(corrected), { override: true });
  for (const [all, value] of UNITS) {
    for (const name of all) Object.assign(math.Unit.UNITS[name] ?? {}, { value });
  }
}

function spreadOf(
  compute: (numbers: readonly number[], divisor: number) => number,
  given: readonly unknown[],
): number | undefined {
  const [first, normalization = 'unbiased', ...more] = given;
  const list = listIn(first);
  const numbers = list ?? given.filter(isFinite);
  const isOther = list ? more.length > 0 : numbers.length < given.length;
  const divisor = divisorOf(list ? normalization : 'unbiased', numbers.length);
  if (isOther || divisor === undefined || numbers.length < 2) return undefined;
  const value = compute(numbers, divisor);
  return Number.isFinite(value) ? value : undefined;
}

function divisorOf(normalization: unknown, count: number): number | undefined {
  if (normalization === 'unbiased') return count - 1;
  if (normalization === 'uncorrected') return count;
  return normalization === 'biased' ? count + 1 : undefined;
}

/** The numbers of a list; undefined if the value is not a list, or contains anything else. */
function listIn(value: unknown): readonly number[] | undefined {
  const elements: unknown = math.isMatrix(value) ? value.toArray() : value;
  return Array.isArray(elements) && elements.every(isFinite) ? elements : undefined;
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
