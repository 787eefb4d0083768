import { type Access, type Caller, ResolveEmail } from '@pks/contracts';
import { Invalid, parserOf } from '@pks/platform/process';
import type { ApiRequest } from '../http/json-body.ts';
import type { Route } from '../routing/route.ts';
import { assertMayImpersonate, mayView } from './guard.ts';

/** Who is to be acted as, and who would. */
export interface ImpersonationWish {
  readonly target: ResolveEmail;
  /** Under which what is answered of it may be remembered. */
  readonly holder: string;
}

/**
 * As whom the caller wants to act; undefined when the request goes on as himself: no header where it counts, or one that
 * is empty, doubled or no e-mail (decisions 2).
 * @throws Forbidden when he sends one and may not.
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

/** The target as the caller that services see, with the credential of who really asks; nobody when the target may not view the project. */
export function actingAs(target: Access, real: Caller): Access {
  const { user_id, email, credential_id } = real;
  if (!target.caller || !mayView(target) || target.caller.user_id === user_id)
    return { ...target, caller: null };
  return { ...target, caller: { ...target.caller, credential_id, impersonated_by: { user_id, email } } };
}
