/** How many subsets of `k` elements a set of `n` has, rounded once; Infinity if that exceeds the largest number. */
export function combinationsOf(n: number, k: number): number {
  const fewer = Math.min(k, n - k);
  let product = 1n;
  for (let at = 1; at <= fewer && Number(product) < Infinity; at += 1)
    product = (product * BigInt(n - fewer + at)) / BigInt(at);
  return Number(product);
}

/** The sum of the squared distances from the mean, divided. */
export function varianceOf(numbers: readonly number[], divisor: number): number {
  const { unit, distances } = spreadOf(numbers);
  return (productOf(distances, distances) / divisor) * unit * unit;
}

/** The root of the variance, even where the variance itself is too large or too small for a number. */
export function standardDeviationOf(numbers: readonly number[], divisor: number): number {
  const { unit, distances } = spreadOf(numbers);
  return Math.sqrt(productOf(distances, distances) / divisor) * unit;
}

/** Pearson's coefficient of two lists of the same length; NaN if all numbers of either are equal. */
export function correlationOf(numbers: readonly number[], others: readonly number[]): number {
  const [one, other] = [spreadOf(numbers).distances, spreadOf(others).distances];
  return productOf(one, other) / Math.sqrt(productOf(one, one) * productOf(other, other));
}

/** The distances from the mean, in a unit (a power of two) of their size, computed relative to the first number: those of equal numbers are 0. */
function spreadOf([first = 0, ...others]: readonly number[]): {
  readonly unit: number;
  readonly distances: readonly number[];
} {
  const moved = [0, ...others.map((number) => number - first)];
  const mean = moved.reduce(sum) / moved.length;
  const distances = moved.map((number) => number - mean);
  const largest = distances.reduce((most, distance) => Math.max(most, Math.abs(distance)), 0);
  const unit = largest > 0 ? 2 ** Math.floor(Math.log2(largest)) : 1;
  return { unit, distances: distances.map((distance) => distance / unit) };
}

function productOf(one: readonly number[], other: readonly number[]): number {
  return one.map((number, at) => number * (other[at] ?? 0)).reduce(sum);
}

function sum(one: number, other: number): number {
  return one + other;
}
