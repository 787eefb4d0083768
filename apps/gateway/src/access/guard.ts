import { type Access, type Caller, type Standing, isProjectAdmin } from '@pks/contracts';
import { Forbidden, NotFound } from '@pks/platform/process';
import type { Route } from '../routing/route.ts';
import { Unauthenticated } from './unauthenticated.ts';

/** Lets a caller pass to a route, or says why not: the place first, then the permission (decisions 1, order of checks). */
export function assertMayUse(route: Route, access: Access): void {
  if (!access.caller) throw new Unauthenticated();
  switch (route.access) {
    case 'anyone':
    case 'authenticated':
      return;
    case 'view':
      assertPlace(route, access.project);
      return assertGranted(mayView(access));
    case 'admin':
      assertPlace(route, access.project);
      return assertGranted(isProjectAdmin(access.caller));
    case 'organization_admin':
      assertPlace(route, access.organization);
      return assertGranted(access.organization_role === 'admin');
  }
}

/** An unknown place is 404 where the route lists a 404, else 403; one of which the caller is no member is 403. */
function assertPlace(route: Route, standing: Standing | null): void {
  if (standing === 'member') return;
  if (standing === 'foreign' || !route.errors.includes(404)) throw new Forbidden();
  throw new NotFound();
}

/** Whether the caller may read the project that the path names. */
export function mayView({ caller }: Access): boolean {
  return (
    caller !== null &&
    (isProjectAdmin(caller) || (caller.project?.permissions.includes('CAN_VIEW_DATA') ?? false))
  );
}

/** @throws Forbidden when the caller may not act as others in the project that the path names. */
export function assertMayImpersonate({ project }: Caller): void {
  assertGranted(project?.permissions.includes('CAN_IMPERSONATE_OTHER_USERS') ?? false);
}

function assertGranted(granted: boolean): void {
  if (!granted) throw new Forbidden();
}
