/** A tenant whose last work came within this time still counts as present. Milliseconds. */
const PRESENT_MS = 10_000;

/** Knows whether other tenants than a given one have had work lately. It keeps two moments, however many tenants there are. */
export class Presence {
  private latestKey = '';
  private latestAt = -Infinity;
  /** When the latest work of any tenant but `latestKey` came. */
  private othersAt = -Infinity;

  /** Records that work of a tenant came. Moments are those of `Clock.elapsed`. */
  record(key: string, now: number): void {
    if (key !== this.latestKey) this.othersAt = this.latestAt;
    this.latestKey = key;
    this.latestAt = now;
  }

  /** Whether no other tenant is present. */
  isAlone(key: string, now: number): boolean {
    return now - (key === this.latestKey ? this.othersAt : this.latestAt) > PRESENT_MS;
  }
}
