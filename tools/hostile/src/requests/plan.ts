import type fc from 'fast-check';
import type { Operation } from '../document/open-api.ts';
import type { SentBody, SentRequest } from './request.ts';

/** A request before its ids are known, as fast-check makes and shrinks it. */
export interface Plan {
  /** Names and values, both encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SentBody | null;
  /** Encoded values of parameters of the path, instead of those that exist. */
  readonly path: Readonly<Record<string, string>>;
  /** The `Authorization` header, instead of a valid one; empty for none. */
  readonly authorization?: string;
  /** Sends it a second time, with the same `Idempotency-Key` or with the `ETag` of the first answer. */
  readonly again?: boolean;
}

/** How a request breaks the document, and how it must be refused. */
export interface Flaw {
  readonly rule: string;
  readonly statuses: readonly number[];
  /** The field that the error has to name, by names and indexes. */
  readonly key?: readonly string[];
  readonly plan: fc.Arbitrary<Plan>;
}

/** A flaw without its requests. */
export type FlawNotes = Omit<Flaw, 'plan'>;

/** The request of a plan, with the path's parameters. */
export function requestOf(
  { method, path }: Operation,
  plan: Plan,
  at: {
    readonly prefix: string;
    readonly named: Readonly<Record<string, string>>;
    readonly authorization: string;
  },
): SentRequest {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => plan.path[name] ?? encodeURIComponent(at.named[name] ?? ''),
  );
  const query = plan.query.map(([name, value]) => `${name}=${value}`).join('&');
  const authorization = plan.authorization ?? at.authorization;
  return {
    method,
    target: `${at.prefix}${filled}${query === '' ? '' : `?${query}`}`,
    headers: { ...(authorization === '' ? {} : { authorization }), ...plan.headers },
    body: plan.body,
  };
}
