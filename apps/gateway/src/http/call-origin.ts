import type { Caller } from '@pks/contracts';
import type { ApiRequest } from './json-body.ts';
import type { CallOrigin } from './service-calls.ts';

/** Whose turn a call takes: that of its project, else its user's. */
export function tenantOf(caller: Caller): string {
  return caller.project?.id ?? caller.user_id;
}

/** The origin of a call for a request, part of whose time went into looking up its caller. */
export function originOf(
  { id: requestId, admittedInMs: spentMs }: ApiRequest,
  caller: Caller | null,
): CallOrigin {
  return { requestId, caller, spentMs };
}
