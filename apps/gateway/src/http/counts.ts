/** A number for each key; 0 takes no memory. */
export class Counts<K> {
  private readonly counts = new Map<K, number>();

  of(key: K): number {
    return this.counts.get(key) ?? 0;
  }

  get sum(): number {
    return [...this.counts.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Adds to the number of a key, or subtracts from it. */
  change(key: K, by: number): void {
    const count = this.of(key) + by;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}
