import { type Access, type Caller, ResolveEmail, mayViewProject } from '@pks/contracts';
import { Invalid, parserOf } from '@pks/platform/process';
import type { ApiRequest } from '../http/json-body.ts';
import type { Route } from '../routes/route.ts';
import { assertMayImpersonate } from './guard.ts';

/** A request to act as another user. */
export interface ImpersonationWish {
  readonly target: ResolveEmail;
  /** The key under which the target's access is cached. It contains a space, so no secret equals it. */
  readonly holder: string;
}

/**
 * The user whom the caller wants to act as. Undefined if the request is processed as the caller: without the header, on a
 * route that ignores it, or if the header is empty, repeated or not an e-mail address (decisions 2).
 * @throws Forbidden if the caller sends the header without the permission.
 */
export function wishOf(route: Route, request: ApiRequest, caller: Caller): ImpersonationWish | undefined {
  const email = request.headers['x-impersonate-email'];
  if (!route.impersonation || !email) return undefined;
  assertMayImpersonate(caller);
  try {
    const target = parserOf(ResolveEmail).parse({ email, project_id: caller.project?.id });
    return { target, holder: `${caller.credential_id} as ${target.email}` };
  } catch (error) {
    if (error instanceof Invalid) return undefined;
    throw error;
  }
}

/** The target as services see the caller, with the real caller's credential; null if the target may not view the project. */
export function actingAs(target: Access, real: Caller): Access {
  const { user_id, email, credential_id } = real;
  if (!target.caller || !mayViewProject(target.caller) || target.caller.user_id === user_id)
    return { ...target, caller: null };
  return { ...target, caller: { ...target.caller, credential_id, impersonated_by: { user_id, email } } };
}
