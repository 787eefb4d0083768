import { type Caller, type Rpc, isOrganizationAdmin, isProjectAdmin, mayViewProject } from '@pks/contracts';
import { Forbidden } from '../errors/fault.ts';
import type { CallerSeal } from './caller-seal.ts';

/** What a message carries about who sends it, as it arrived. */
export interface Credentials {
  readonly caller: string | null;
  readonly service: string | null;
}

/** The place that a request names; anything at all until the request is validated. */
interface Place {
  readonly project_id?: unknown;
  readonly organization_id?: unknown;
}

/** Authorizes calls by what their contracts declare, whatever the gateway decided. */
export class CallAccess {
  constructor(private readonly seal: CallerSeal) {}

  /**
   * The caller that the handler of a call gets; null where its contract names none.
   * @throws Forbidden for a caller who may not make the call, and for one of another project than the request's.
   */
  callerOf({ access }: Rpc, sent: Credentials, request: unknown): Caller | null {
    if (access === 'anyone') return null;
    if (typeof access === 'object') {
      const service = sent.service === null ? null : this.seal.openService(sent.service);
      assertGranted(access.services.some((name) => name === service));
      return null;
    }
    const caller = sent.caller === null ? null : this.seal.open(sent.caller);
    if (!caller) throw new Forbidden();
    const place: Place = typeof request === 'object' && request !== null ? request : {};
    assertGranted(ALLOWED[access](caller, place));
    return caller;
  }
}

const ALLOWED = {
  authenticated: (caller: Caller, place: Place) => place.project_id === undefined || isIn(caller, place),
  view: (caller: Caller, place: Place) => isIn(caller, place) && mayViewProject(caller),
  admin: (caller: Caller, place: Place) => isIn(caller, place) && isProjectAdmin(caller),
  organization_admin: (caller: Caller, { organization_id }: Place) =>
    isId(organization_id, caller.organization?.id) && isOrganizationAdmin(caller),
} as const;

function isIn({ project }: Caller, { project_id }: Place): boolean {
  return isId(project_id, project?.id);
}

/** A UUID may be written in either case; a sealed one is lower-case. */
function isId(given: unknown, sealed: string | undefined): boolean {
  return typeof given === 'string' && (given === sealed || given.toLowerCase() === sealed);
}

function assertGranted(granted: boolean): void {
  if (!granted) throw new Forbidden();
}
