import type { Kind } from './mix.ts';

/** A request of the honest user: its answer, and how long the user waited for it. */
export interface Waited {
  readonly kind: Kind;
  /** 0 if there was no answer. */
  readonly status: number;
  /** From when the request was due. Milliseconds. */
  readonly ms: number;
}

/** The waits of the honest user in summary. */
export interface Waits {
  readonly requests: number;
  /** Of all requests but logins. Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The longest login, which hashes a password: a fifth of a second of work on its own. Milliseconds. */
  readonly login: number;
  readonly longest: Waited | undefined;
  /** The requests that were not answered as usual. */
  readonly refused: readonly Waited[];
}

/** Summarizes how long the honest user waited. */
export function waitsOf(waited: readonly Waited[]): Waits {
  const logins = waited.filter(({ kind }) => kind === 'login');
  const sorted = waited.filter(({ kind }) => kind !== 'login').sort((a, b) => a.ms - b.ms);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]?.ms ?? 0;
  const refused = waited.filter(({ status }) => status < 200 || status >= 300);
  const login = Math.max(0, ...logins.map(({ ms }) => ms));
  return { requests: waited.length, p50: at(0.5), p99: at(0.99), login, longest: sorted.at(-1), refused };
}

/** The refused requests, counted by kind and status. */
export function refusalsIn({ refused }: Waits): string[] {
  const names = refused.map(({ kind, status }) => `${kind} ${status === 0 ? 'unanswered' : status}`);
  return [...new Set(names)].sort().map((name) => `${name} × ${names.filter((one) => one === name).length}`);
}
