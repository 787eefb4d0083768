import type { Permission } from '@pks/contracts';

/** Each permission once, in the order given. */
export function distinct(permissions: readonly Permission[]): readonly Permission[] {
  return [...new Set(permissions)];
}

/** What permissions allow altogether: administering includes viewing (decisions 2). */
export function effective(permissions: readonly Permission[]): readonly Permission[] {
  return administers(permissions) ? distinct(['CAN_VIEW_DATA', ...permissions]) : permissions;
}

export function administers(permissions: readonly Permission[]): boolean {
  return permissions.includes('CAN_PERFORM_ADMIN_ACTIONS');
}
