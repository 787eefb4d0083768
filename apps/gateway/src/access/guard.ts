import {
  type Access,
  type Caller,
  type Standing,
  hasUserToken,
  isOrganizationAdmin,
  isProjectAdmin,
  mayViewProject,
} from '@pks/contracts';
import { Forbidden, NotFound } from '@pks/platform/process';
import type { Route } from '../routes/route.ts';
import { Unauthenticated } from '../http/unauthenticated.ts';

/** Authorizes a caller for a route: the place first, then the permission (decisions 1, order of checks). @throws Fault */
export function assertMayUse(route: Route, access: Access): void {
  if (!access.caller) throw new Unauthenticated();
  switch (route.access) {
    case 'anyone':
      return;
    case 'authenticated':
      return assertNamedPlace(route, access);
    case 'user_token':
      assertNamedPlace(route, access);
      return assertGranted(hasUserToken(access.caller));
    case 'view':
      assertPlace(route, access.project);
      return assertGranted(mayViewProject(access.caller));
    case 'admin':
      assertPlace(route, access.project);
      return assertGranted(isProjectAdmin(access.caller));
    case 'organization_admin':
      assertPlace(route, access.organization);
      return assertGranted(isOrganizationAdmin(access.caller));
  }
}

/** Authorizes what a request names in its query, before the query is validated (decisions 1, order of checks). @throws Forbidden */
export function assertMayName(
  { adminUnless }: Pick<Route, 'adminUnless'>,
  caller: Caller,
  query: string,
): void {
  if (!adminUnless || query === '' || isProjectAdmin(caller)) return;
  const named = new URLSearchParams(query).getAll(adminUnless.parameter);
  assertGranted(named.every((value) => value === adminUnless.is));
}

/** A place that the path names must be the caller's, even on routes that every user may call. */
function assertNamedPlace(route: Route, { project, organization }: Access): void {
  const standing = project ?? organization;
  if (standing !== null) assertPlace(route, standing);
}

/** An unknown place is 404 if the route lists a 404, else 403; a place that the caller is not a member of is 403. */
function assertPlace(route: Route, standing: Standing | null): void {
  if (standing === 'member') return;
  if (standing === 'foreign' || !route.errors.includes(404)) throw new Forbidden();
  throw new NotFound();
}

/** @throws Forbidden when the caller may not act as others in the project that the path names. */
export function assertMayImpersonate({ project }: Caller): void {
  assertGranted(project?.permissions.includes('CAN_IMPERSONATE_OTHER_USERS') ?? false);
}

function assertGranted(granted: boolean): void {
  if (!granted) throw new Forbidden();
}
