/** The count, mean, spread and bounds of numbers, one after another, without keeping them (Welford). */
export class Moments {
  count = 0;
  min = Infinity;
  max = -Infinity;
  private average = 0;
  private squares = 0;

  add(value: number): void {
    this.count += 1;
    const before = value - this.average;
    this.average += before / this.count;
    this.squares += before * (value - this.average);
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  /** Null without a number, and where it is too large for one. */
  get mean(): number | null {
    return this.count > 0 ? finite(this.average) : null;
  }

  /** Of a sample: divided by one less than their count; null for fewer than two. */
  get standardDeviation(): number | null {
    return this.count > 1 ? finite(Math.sqrt(this.squares / (this.count - 1))) : null;
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
