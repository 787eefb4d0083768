import type { Caller, OrganizationRole } from '../caller.ts';
import { contract, openRpc } from '../kit/contract.ts';
import { Email, OneOf, Text, Uuid, Uuids } from '../kit/fields.ts';

/** What the identity service issues. */
export const CREDENTIAL_KINDS = ['user_token', 'api_key'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Why an API key is refused, to the letter; a wrong secret is always the first (api.md, Authentication 5). */
export const KEY_REFUSALS = [
  'Invalid API key.',
  'API key revoked.',
  'API key expired.',
  'API key disabled.',
] as const;
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

/** Who holds a credential, and how he stands to the project or organization that a path names. */
export class ResolveAccess {
  @OneOf(CREDENTIAL_KINDS, { optional: true, description: 'Without one, a user token.' })
  readonly kind?: CredentialKind;

  @Text({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the credential.' })
  readonly secret_hash!: string;

  @Uuid({ optional: true })
  readonly project_id?: string;

  @Uuid({ optional: true })
  readonly organization_id?: string;
}

/** The same of the user who has an e-mail, which somebody else has verified. */
export class ResolveEmail {
  @Email()
  readonly email!: string;

  @Uuid({ optional: true })
  readonly project_id?: string;

  @Uuid({ optional: true })
  readonly organization_id?: string;
}

/** `unknown`: no such place; `foreign`: the caller is no member of it. */
export type Standing = 'unknown' | 'foreign' | 'member';

/** The answer of the identity service to the gateway; never shown to a client. */
export class Access {
  /** Null when the credential is worth nothing. */
  readonly caller!: Caller | null;
  /** Why an API key is worth nothing; absent for other credentials, and for a key that is good. */
  readonly refusal?: KeyRefusal;
  /** Of the project named; null when none was. */
  readonly project!: Standing | null;
  /** Of the organization named; null when none was. */
  readonly organization!: Standing | null;
  readonly organization_role!: OrganizationRole | null;
}

/** How the gateway asks who is calling; only it may. */
export const access = contract('identity.access', {
  resolve: openRpc(ResolveAccess).returns(Access),
  resolveEmail: openRpc(ResolveEmail).returns(Access),
});

/** Announced when what a credential is worth may have changed: caches drop what they hold of these users at once. */
export class AccessChanged {
  /** Empty: everybody's. */
  @Uuids()
  readonly user_ids!: readonly string[];
}
export const ACCESS_CHANGED = 'identity.notice.access-changed';
