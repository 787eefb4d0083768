/** The outcome of a request: the status of its answer, or `closed` for a connection that ended without an answer. */
export type Outcome = `${number}` | 'closed';

/** How often each outcome was seen. */
export type Counts = Readonly<Record<string, number>>;

/** Counts outcomes. */
export class Tally {
  private readonly seen = new Map<Outcome, number>();

  add(outcome: Outcome): void {
    this.seen.set(outcome, (this.seen.get(outcome) ?? 0) + 1);
  }

  get counts(): Counts {
    return Object.fromEntries(this.seen);
  }
}

/** The outcomes that were seen, in order. */
export function outcomesIn(counts: Counts): [string, number][] {
  return Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));
}
