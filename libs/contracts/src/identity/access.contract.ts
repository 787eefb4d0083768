import type { Caller } from '../caller.ts';
import { contract, rpc, service } from '../kit/contract.ts';
import { Email, Flag, OneOf, Text, Uuid, Uuids } from '../kit/fields.ts';

/** The kinds of credential that the identity service issues. */
export const CREDENTIAL_KINDS = ['user_token', 'api_key'] as const;
/** The kind of one credential that the identity service issued. */
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** The exact messages for a refused API key; an unknown secret always gets the first (api.md, Authentication 5). */
export const KEY_REFUSALS = [
  'Invalid API key.',
  'API key revoked.',
  'API key expired.',
  'API key disabled.',
] as const;
/** Why an API key is refused: the sentence of the 403 (decisions 2). */
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

/** Why a user token is no longer valid: printable ASCII without quotes (decisions 1, 401). */
export const TOKEN_ENDS = [
  'The token was revoked.',
  'The token has ended.',
  'The account of the token is not active.',
] as const;
/** Why a user token that was once valid is no longer. */
export type TokenEnd = (typeof TOKEN_ENDS)[number];

/** Resolves a credential to its caller, and to their standing in the project or organization that the path names. */
export class ResolveAccess {
  @OneOf(CREDENTIAL_KINDS)
  readonly kind!: CredentialKind;

  @Text({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the credential.' })
  readonly secret_hash!: string;

  @Uuid({ optional: true })
  readonly project_id?: string;

  @Uuid({ optional: true })
  readonly organization_id?: string;
}

/** Resolves an e-mail address to its user, and to their standing in the project or organization that the path names. */
export class ResolveEmail {
  @Email()
  readonly email!: string;

  @Flag({
    optional: true,
    description: 'An OAuth issuer verified it: whoever authenticates reads the mailbox.',
  })
  readonly is_verified?: boolean;

  @Uuid({ optional: true })
  readonly project_id?: string;

  @Uuid({ optional: true })
  readonly organization_id?: string;
}

/** `unknown`: the project or organization does not exist; `foreign`: the caller is not a member of it. */
export type Standing = 'unknown' | 'foreign' | 'member';

/** A caller's identity and standing, for the gateway; never sent to a client. */
export class Access {
  /** Null when the credential is not valid. */
  readonly caller!: Caller | null;
  /** Why an API key is refused; absent for other credentials and for a valid key. */
  readonly refusal?: KeyRefusal;
  /** Why a user token is no longer valid; absent for other credentials, for a valid token and for an unknown one. */
  readonly token_end?: TokenEnd;
  /** The caller's standing in the request's project; null when it names none. */
  readonly project!: Standing | null;
  /** The caller's standing in the request's organization; null when it names none. */
  readonly organization!: Standing | null;
}

/** Authenticates callers, for the gateway only. */
export const access = contract('identity.access', {
  resolve: rpc(ResolveAccess).by(service('gateway')).returns(Access),
  resolveEmail: rpc(ResolveEmail).by(service('gateway')).returns(Access),
});

/** Published when the access of users may have changed: caches discard their entries for these users. */
export class AccessChanged {
  /** Empty: all users. */
  @Uuids()
  readonly user_ids!: readonly string[];
}
/** The subject of `AccessChanged`. */
export const ACCESS_CHANGED = 'identity.notice.access-changed';
