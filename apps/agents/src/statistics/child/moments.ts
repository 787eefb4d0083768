/**
 * The count, mean, spread and bounds of numbers, which are added one after another and not kept. The mean is that of the exact
 * sum (Neumaier), the spread does not suffer from numbers far from zero (Welford), and both are computed in a unit of the size
 * of the largest number, so that squares neither overflow nor vanish where all numbers are very large or very small.
 */
export class Moments {
  count = 0;
  min = Infinity;
  max = -Infinity;
  /** A power of two. */
  private unit = Number.MIN_VALUE;
  private sum = 0;
  /** What the sum has lost to rounding. */
  private lost = 0;
  private average = 0;
  private squares = 0;

  add(value: number): void {
    this.count += 1;
    if (Math.abs(value) > this.unit) this.measureIn(unitOf(value));
    const scaled = value / this.unit;
    this.sumUp(scaled);
    const before = scaled - this.average;
    this.average += before / this.count;
    this.squares += before * (scaled - this.average);
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  /** The mean, which rounding never moves beyond the smallest or the largest number; null without numbers. */
  get mean(): number | null {
    if (this.count === 0) return null;
    const mean = ((this.sum + this.lost) / this.count) * this.unit;
    return Math.min(Math.max(mean, this.min), this.max);
  }

  /** The standard deviation of a sample (divided by count - 1); null for fewer than two numbers, and if it is too large for a number. */
  get standardDeviation(): number | null {
    if (this.count < 2) return null;
    const deviation = Math.sqrt(this.squares / (this.count - 1)) * this.unit;
    return Number.isFinite(deviation) ? deviation : null;
  }

  private sumUp(scaled: number): void {
    const sum = this.sum + scaled;
    const isSmaller = Math.abs(this.sum) < Math.abs(scaled);
    this.lost += isSmaller ? scaled - sum + this.sum : this.sum - sum + scaled;
    this.sum = sum;
  }

  private measureIn(unit: number): void {
    const ratio = this.unit / unit;
    this.unit = unit;
    this.sum *= ratio;
    this.lost *= ratio;
    this.average *= ratio;
    this.squares *= ratio * ratio;
  }
}

function unitOf(value: number): number {
  return 2 ** Math.min(1_023, Math.ceil(Math.log2(Math.abs(value))));
}
