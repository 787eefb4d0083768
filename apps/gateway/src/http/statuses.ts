import type { FaultKind } from '@pks/platform/process';

/** The status of each kind of fault: the one place where faults become HTTP. */
export const STATUS: Record<FaultKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_mismatch: 422,
  too_large: 413,
  throttled: 429,
  overloaded: 503,
  unavailable: 503,
  deadline_exceeded: 504,
  internal: 500,
};

/** Headers of every response with a status. */
export const STATUS_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'www-authenticate': 'Bearer' },
  503: { 'retry-after': '1' },
};
