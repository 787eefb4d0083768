import {
  type Caller,
  type Rpc,
  hasUserToken,
  isOrganizationAdmin,
  isProjectAdmin,
  mayViewProject,
} from '@pks/contracts';
import { Forbidden } from '../errors/fault.ts';

/** The sender of a message, by its verified headers. */
export interface Sender {
  readonly caller: Caller | null;
  readonly service: string | null;
}

/** The place that a request names; of any type until the request is validated. */
interface Place {
  readonly project_id?: unknown;
  readonly organization_id?: unknown;
}

/**
 * Authorizes a call by what its contract declares, whatever the gateway decided. Returns the caller for the handler, null if the contract expects none. Only
 * the gateway, and services that the contract names, make calls for users. @throws Forbidden for a sender who may not make the call, and for a caller of
 * another project than the request's.
 */
export function authorizedCaller(
  { access, through = [] }: Rpc,
  { caller, service }: Sender,
  request: unknown,
): Caller | null {
  if (access === 'anyone') return null;
  if (typeof access === 'object') {
    assertGranted(access.services.some((name) => name === service));
    return null;
  }
  assertGranted(service === 'gateway' || through.some((name) => name === service));
  if (!caller) throw new Forbidden();
  const place: Place = typeof request === 'object' && request !== null ? request : {};
  assertGranted(ALLOWED[access](caller, place));
  return caller;
}

const ALLOWED = {
  authenticated: (caller: Caller, place: Place) => place.project_id === undefined || isIn(caller, place),
  user_token: (caller: Caller) => hasUserToken(caller),
  view: (caller: Caller, place: Place) => isIn(caller, place) && mayViewProject(caller),
  admin: (caller: Caller, place: Place) => isIn(caller, place) && isProjectAdmin(caller),
  organization_admin: (caller: Caller, { organization_id }: Place) =>
    isId(organization_id, caller.organization?.id) && isOrganizationAdmin(caller),
} as const;

function isIn({ project }: Caller, { project_id }: Place): boolean {
  return isId(project_id, project?.id);
}

/** A UUID may be written in either case; that of a caller is lower-case. */
function isId(given: unknown, known: string | undefined): boolean {
  return typeof given === 'string' && (given === known || given.toLowerCase() === known);
}

function assertGranted(granted: boolean): void {
  if (!granted) throw new Forbidden();
}
