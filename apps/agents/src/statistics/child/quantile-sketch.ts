/** The digest's compression, as a share of the capacity. */
const COMPRESSION = 0.4;

/**
 * The quantiles of numbers in bounded memory: a merging t-digest. They are exact, interpolated between the two nearest values,
 * for up to `capacity` numbers; for more, the rank of the returned value is off by at most about 4 / `capacity` of all
 * numbers in the middle, and by less towards both ends.
 */
export class QuantileSketch {
  private readonly capacity: number;
  private readonly compression: number;
  /** The values that are not merged yet; the array grows up to `capacity`. */
  private recent = new Float64Array(16);
  private recentCount = 0;
  private means: readonly number[] = [];
  private weights: readonly number[] = [];
  private count = 0;
  private min = Infinity;
  private max = -Infinity;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.compression = capacity * COMPRESSION;
  }

  add(value: number): void {
    if (this.recentCount === this.capacity) this.merge(this.compression);
    if (this.recentCount === this.recent.length) this.grow();
    this.recent[this.recentCount] = value;
    this.recentCount += 1;
    this.count += 1;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  /** The value below which this share of the numbers lies; null without numbers. */
  quantile(share: number): number | null {
    if (this.count === 0) return null;
    if (this.recentCount > 0) this.merge(this.weights.length === 0 ? Infinity : this.compression);
    return this.valueAt(share * (this.count - 1));
  }

  private grow(): void {
    const larger = new Float64Array(Math.min(this.capacity, this.recent.length * 2));
    larger.set(this.recent);
    this.recent = larger;
  }

  /** The value at a rank, counted from 0. A centroid lies in the middle of the ranks of its numbers. */
  private valueAt(rank: number): number {
    let below = { rank: 0, value: this.min };
    let begin = 0;
    for (const [at, mean] of this.means.entries()) {
      const weight = this.weights[at] ?? 1;
      const middle = begin + (weight - 1) / 2;
      if (rank <= middle) return between(below, { rank: middle, value: mean }, rank);
      below = { rank: middle, value: mean };
      begin += weight;
    }
    return between(below, { rank: this.count - 1, value: this.max }, rank);
  }

  /** Merges neighbors as long as together they are no wider than one step of the scale, whose steps are finest at both ends. */
  private merge(compression: number): void {
    const [values, counts] = this.sorted();
    const means: number[] = [];
    const weights: number[] = [];
    let [mean = 0, weight = 0, before] = [values[0], counts[0], 0];
    let limit = this.stepFrom(0, compression);
    for (let at = 1; at < values.length; at += 1) {
      const [value = 0, count = 0] = [values[at], counts[at]];
      if (before + weight + count <= limit) {
        weight += count;
        mean = mixed(mean, value, count / weight);
        continue;
      }
      means.push(mean);
      weights.push(weight);
      before += weight;
      limit = this.stepFrom(before, compression);
      [mean, weight] = [value, count];
    }
    this.means = [...means, mean];
    this.weights = [...weights, weight];
    this.recentCount = 0;
  }

  /** The last rank at which a centroid may end that begins at a given rank. */
  private stepFrom(begin: number, compression: number): number {
    if (compression === Infinity) return begin;
    const step = Math.asin((2 * begin) / this.count - 1) + (2 * Math.PI) / compression;
    return step >= Math.PI / 2 ? this.count : (this.count * (Math.sin(step) + 1)) / 2;
  }

  /** The centroids and the values that are not merged yet, in their order. */
  private sorted(): readonly [values: readonly number[], counts: readonly number[]] {
    const recent = this.recent.subarray(0, this.recentCount).sort();
    const values: number[] = [];
    const counts: number[] = [];
    let next = 0;
    for (const value of recent) {
      for (; (this.means[next] ?? Infinity) <= value && next < this.means.length; next += 1) {
        values.push(this.means[next] ?? 0);
        counts.push(this.weights[next] ?? 0);
      }
      values.push(value);
      counts.push(1);
    }
    return [values.concat(this.means.slice(next)), counts.concat(this.weights.slice(next))];
  }
}

interface Place {
  readonly rank: number;
  readonly value: number;
}

function between(below: Place, above: Place, rank: number): number {
  if (above.rank <= below.rank) return above.value;
  return mixed(below.value, above.value, (rank - below.rank) / (above.rank - below.rank));
}

/** A value between two others, which rounding never moves beyond either. */
function mixed(lower: number, upper: number, part: number): number {
  return Math.min(Math.max(lower * (1 - part) + upper * part, lower), upper);
}
