import type { Caller } from '@pks/contracts';
import type { ApiRequest } from './json-body.ts';
import type { CallOrigin } from './service-calls.ts';

/** The tenant in whose turn a call is made: its project, or else its user. */
export function tenantOf(caller: Caller): string {
  return caller.project?.id ?? caller.user_id;
}

/** The origin of a call for a request; looking up the caller has already taken part of the request's time. */
export function originOf(
  { id: requestId, admittedInMs: spentMs }: ApiRequest,
  caller: Caller | null,
): CallOrigin {
  return { requestId, caller, spentMs };
}
