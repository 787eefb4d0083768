/** What a project user may do (decisions 2). `CAN_PERFORM_ADMIN_ACTIONS` includes viewing. */
export const PERMISSIONS = [
  'CAN_VIEW_DATA',
  'CAN_PERFORM_ADMIN_ACTIONS',
  'CAN_IMPERSONATE_OTHER_USERS',
] as const;
/** One permission of a project user (decisions 2). */
export type Permission = (typeof PERMISSIONS)[number];

/** The profiles of project users (decisions 2). */
export const PROFILES = ['tech', 'contributor', 'user'] as const;
/** The profile of one project user (decisions 2). */
export type Profile = (typeof PROFILES)[number];

/** How a project's artifact versions become the published one. */
export const PUBLISH_MODES = ['auto_publish', 'manual_publish'] as const;
/** How a project publishes: with each appended version, or by hand. */
export type PublishMode = (typeof PUBLISH_MODES)[number];

/** The roles of an organization's users; admins manage its users and projects. */
export const ORGANIZATION_ROLES = ['admin', 'member'] as const;
/** The role of a user in one organization. */
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Who makes a request, as the gateway authenticated them; it crosses the bus signed, and services trust nothing else. With impersonation, this is the impersonated user. */
export interface Caller {
  readonly user_id: string;
  readonly email: string;
  readonly kind: 'user' | 'service_account';
  /** The credential used, for idempotency keys and logs: never a secret. */
  readonly credential_id: string;
  /** The project that the path names, and what the caller may do in it; null on other paths. */
  readonly project: ProjectAccess | null;
  /** The organization that the path names, with the caller's role there; null on other paths and when they are not a member. */
  readonly organization: OrganizationAccess | null;
  /** The user who impersonates this caller, with the credential above; absent without impersonation (decisions 2). */
  readonly impersonated_by?: { readonly user_id: string; readonly email: string };
}

/** A project and what the caller may do in it. */
export interface ProjectAccess {
  readonly id: string;
  readonly permissions: readonly Permission[];
  readonly artifact_publish_mode: PublishMode;
}

/** An organization and the caller's role in it. */
export interface OrganizationAccess {
  readonly id: string;
  readonly role: OrganizationRole;
}

/** Whether the caller may read the project that the path names: admins may, and those with `CAN_VIEW_DATA`. */
export function mayViewProject(caller: Caller): boolean {
  return mayView(caller.project?.permissions ?? []);
}

/** Whether permissions allow viewing a project: administering includes it. */
export function mayView(permissions: readonly Permission[]): boolean {
  return permissions.includes('CAN_VIEW_DATA') || permissions.includes('CAN_PERFORM_ADMIN_ACTIONS');
}

/**
 * Whether the caller used a user token of this service; only with one can users change their own account. With a token of another issuer, which is not stored,
 * the credential's id is the user's id.
 */
export function hasUserToken({ kind, credential_id, user_id }: Caller): boolean {
  return kind === 'user' && credential_id !== user_id;
}

/** Whether the caller administers the organization that the path names. */
export function isOrganizationAdmin({ organization }: Caller): boolean {
  return organization?.role === 'admin';
}

/** Whether the caller administers the project that the path names. */
export function isProjectAdmin(caller: Caller): boolean {
  return caller.project?.permissions.includes('CAN_PERFORM_ADMIN_ACTIONS') ?? false;
}
