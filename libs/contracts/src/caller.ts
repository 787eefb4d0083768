/** What a project user may do (decisions 2). `CAN_PERFORM_ADMIN_ACTIONS` includes viewing. */
export const PERMISSIONS = [
  'CAN_VIEW_DATA',
  'CAN_PERFORM_ADMIN_ACTIONS',
  'CAN_IMPERSONATE_OTHER_USERS',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const PROFILES = ['tech', 'contributor', 'user'] as const;
export type Profile = (typeof PROFILES)[number];

/** How a project's artifact versions become the published one. */
export const PUBLISH_MODES = ['auto_publish', 'manual_publish'] as const;
export type PublishMode = (typeof PUBLISH_MODES)[number];

export const ORGANIZATION_ROLES = ['admin', 'member'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Who asks, as the gateway established it; it crosses the bus signed, and services trust nothing else. Where somebody acts as another user, this is the other one. */
export interface Caller {
  readonly user_id: string;
  readonly email: string;
  readonly kind: 'user' | 'service_account';
  /** The credential used, for idempotency keys and logs: never a secret. */
  readonly credential_id: string;
  /** The project that the path names, with what the caller may do there; null on other paths. */
  readonly project: ProjectAccess | null;
  /** Who really asks, with the credential above, where he acts as this caller; absent where nobody does (decisions 2, Impersonation). */
  readonly impersonated_by?: { readonly user_id: string; readonly email: string };
}

export interface ProjectAccess {
  readonly id: string;
  readonly permissions: readonly Permission[];
  readonly artifact_publish_mode: PublishMode;
}

/** Whether the caller administers the project that the path names. */
export function isProjectAdmin(caller: Caller): boolean {
  return caller.project?.permissions.includes('CAN_PERFORM_ADMIN_ACTIONS') ?? false;
}
