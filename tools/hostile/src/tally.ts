/** The kind of a case: a valid request, an invalid one, or a command of a sequence. */
export type Kind = 'valid' | 'invalid' | 'sequence';

/** The outcomes of the cases of one kind. */
export interface Counts {
  /** Answered as documented. */
  done: number;
  /** Valid by the description, and refused by a rule that the description cannot express. */
  explained: number;
  /** Answered with 429 by an operation that is limited for everybody. */
  limited: number;
  /** The requests that were sent, except those that prepared cases. */
  requests: number;
}

/** Counts cases by their kind and the group of their operation. */
export class Tally {
  readonly counts = new Map<string, Counts>();
  cases = 0;

  /** Counts a case that held. */
  add(operations: string, kind: Kind, outcome: 'done' | 'explained' | 'limited', requests: number): void {
    const key = `${kind} ${operations}`;
    const counts = this.counts.get(key) ?? { done: 0, explained: 0, limited: 0, requests: 0 };
    counts[outcome] += 1;
    counts.requests += requests;
    this.counts.set(key, counts);
    this.cases += 1;
  }

  /** One line, in the order of the names. */
  get line(): string {
    const parts = [...this.counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, { done, explained, limited }]) => {
        const notes = [
          ...(explained > 0 ? [`${explained} explained`] : []),
          ...(limited > 0 ? [`${limited} limited`] : []),
        ];
        return `${key} ${done + explained + limited}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
      });
    return parts.join('; ');
  }
}
