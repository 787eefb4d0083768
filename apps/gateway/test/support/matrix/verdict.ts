import {
  type Permission,
  conversations,
  interviewMessages,
  interviewWriting,
  projects,
  reminders,
  tools,
} from '@pks/contracts';
import type { Route } from '../../../src/routes/route.ts';
import { otherThan } from './grounds.ts';
import type { Principal } from './principals.ts';
import { PLACES, type Target, placeOf } from './targets.ts';

/** Calls about an interview that its assignee may not make, unless they are an admin. In the matrix, no viewer assigns an interview. */
const OF_ASSIGNERS: readonly unknown[] = [reminders.calls.stop, reminders.calls.send];

/** Calls that only the assignee may make, even among admins. */
const OF_ASSIGNEES: readonly unknown[] = [interviewMessages.calls.send];

/** A sentence, and the field that it is about, if it is about one. */
type Refusal = Readonly<Record<string, string | readonly string[]>>;

const OTHER_NAME = 'This is not the name of the project.';
/** The refusals of calls for which the objects of the matrix are in the wrong state, or which would delete its project. */
const STATES: ReadonlyMap<unknown, Refusal> = new Map<unknown, Refusal>([
  [interviewWriting.calls.write, { error: "This interview's edits stay in its conversation." }],
  [conversations.calls.unarchive, { error: 'This conversation is not archived.' }],
  [conversations.calls.removePermanently, { error: 'This conversation is not archived.' }],
  [projects.calls.remove, { error: OTHER_NAME, name: [OTHER_NAME] }],
]);

/** The body of the refusal of a call for which the object of the matrix is in the wrong state. */
export function stateOf({ rpc }: Route): Refusal | undefined {
  return STATES.get(rpc);
}

/** The status that a route's declaration predicts for a valid request, by the order of checks in decisions 1. */
export function statusFor(route: Route, principal: Principal, target: Target): number {
  return (
    credentialRefusal(route, principal) ??
    placeRefusal(route, principal, target) ??
    permissionRefusal(route, principal, target) ??
    impersonationRefusal(route, principal, target) ??
    objectRefusal(target) ??
    ownerRefusal(route, principal, target) ??
    interviewRefusal(route, principal, target) ??
    (stateOf(route) === undefined ? undefined : 400) ??
    route.status
  );
}

function credentialRefusal({ access }: Route, { credential }: Principal): number | undefined {
  if (access === 'anyone' || credential === 'user') return undefined;
  return credential === 'api_key' ? 403 : 401;
}

/** A malformed place is 404. An unknown one is 404 if the route lists a 404, else 403. A foreign one is 403, or 404 on an open route. */
function placeRefusal(route: Route, principal: Principal, target: Target): number | undefined {
  const kind = PLACES.map((name) => target[name]).find((named) => named !== undefined);
  if (kind === undefined) return undefined;
  if (kind === 'malformed') return 404;
  if (route.access === 'anyone') return kind === 'own' ? undefined : 404;
  if (kind === 'missing') return route.errors.includes(404) ? 404 : 403;
  const belongs = 'project_id' in target ? principal.projects[kind] : principal.organizations[kind];
  return belongs === undefined ? 403 : undefined;
}

function permissionRefusal(route: Route, principal: Principal, target: Target): number | undefined {
  const place = placeOf(target) ?? 'own';
  const permissions: readonly Permission[] = principal.projects[place] ?? [];
  const administers = permissions.includes('CAN_PERFORM_ADMIN_ACTIONS');
  switch (route.serviceAccess ?? route.access) {
    case 'anyone':
      return undefined;
    case 'authenticated':
      return undefined;
    case 'user_token':
      return principal.lasting ? 403 : undefined;
    case 'view':
      return administers || permissions.includes('CAN_VIEW_DATA') ? undefined : 403;
    case 'admin':
      return administers ? undefined : 403;
    case 'organization_admin':
      return principal.organizations[place] === 'admin' ? undefined : 403;
  }
}

/** A caller who sends the header on a route where it has an effect must be allowed to impersonate. */
function impersonationRefusal(route: Route, principal: Principal, target: Target): number | undefined {
  const permissions = principal.projects[placeOf(target) ?? 'own'] ?? [];
  const refused =
    route.impersonation && principal.acts && !permissions.includes('CAN_IMPERSONATE_OTHER_USERS');
  return refused ? 403 : undefined;
}

/** Only an admin of both projects may import a tool from the other one. */
function ownerRefusal(route: Route, principal: Principal, target: Target): number | undefined {
  if (route.rpc !== tools.calls.import) return undefined;
  const permissions: readonly Permission[] = principal.projects[otherThan(placeOf(target) ?? 'own')] ?? [];
  return permissions.includes('CAN_PERFORM_ADMIN_ACTIONS') ? undefined : 404;
}

/** A foreign object is not found, like one that never existed. */
function objectRefusal(target: Target): number | undefined {
  const objects = Object.entries(target).filter(([name]) => !PLACES.includes(name));
  return objects.some(([, kind]) => kind !== 'own') ? 404 : undefined;
}

/** A viewer sees only the interviews assigned to them, and decides about none; an admin takes only their own. */
function interviewRefusal(route: Route, principal: Principal, target: Target): number | undefined {
  const permissions: readonly Permission[] = principal.projects[placeOf(target) ?? 'own'] ?? [];
  if (!('interview_id' in target) || route.access === 'anyone') return undefined;
  const { isInterviewable } = principal;
  if (permissions.includes('CAN_PERFORM_ADMIN_ACTIONS')) {
    return OF_ASSIGNEES.includes(route.rpc) && !isInterviewable ? 403 : undefined;
  }
  if (!isInterviewable) return 404;
  return OF_ASSIGNERS.includes(route.rpc) ? 403 : undefined;
}
