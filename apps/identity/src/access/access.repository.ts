import { Injectable } from '@nestjs/common';
import {
  type OrganizationRole,
  type Permission,
  type PublishMode,
  type ResolveAccess,
  type ResolveEmail,
  TOKEN_ENDS,
  type TokenEnd,
} from '@pks/contracts';
import { Database, type Statement, statement } from '@pks/platform';
import type { KeyState } from '../service-accounts/key-status.ts';
import type { UserKind } from '../users/user.entity.ts';

/** The holder of a credential, the requested project and organization (null if they do not exist), and the holder's role in each (null for a non-member). */
export interface Holder {
  readonly credential_id: string;
  readonly last_used_at: string | null;
  readonly user_id: string;
  readonly email: string;
  readonly kind: UserKind;
  readonly project_id: string | null;
  readonly artifact_publish_mode: PublishMode | null;
  readonly permissions: readonly Permission[] | null;
  readonly organization_id: string | null;
  readonly role: OrganizationRole | null;
}

/** The holder of an e-mail, and whether they ever proved that they read its mailbox. */
export interface EmailHolder extends Holder {
  readonly is_proved: boolean;
}

/** The holder of an API key, with the state of the key; not active while the installation or the organization suspends the account. */
export interface KeyHolder extends Holder, KeyState {
  readonly is_active: boolean;
}

const HOLDER = `u.id AS user_id, u.email, u.kind,
          p.id AS project_id, p.artifact_publish_mode, pu.permissions,
          o.id AS organization_id, ou.role`;

/**
 * Joined to the user `u`; `$2` is the requested project, `$3` the organization. A user who is suspended in an organization is not a member of it, nor of
 * its projects.
 */
const PLACES = `
     LEFT JOIN projects p ON p.id = $2::uuid
     LEFT JOIN organization_users owner
       ON owner.organization_id = p.organization_id AND owner.user_id = u.id AND owner.is_active
     LEFT JOIN project_users pu ON pu.project_id = p.id AND pu.user_id = owner.user_id
     LEFT JOIN organizations o ON o.id = $3::uuid
     LEFT JOIN organization_users ou
       ON ou.organization_id = o.id AND ou.user_id = u.id AND ou.is_active`;

const TOKEN_HOLDER = statement<Holder>(
  'access_token_holder',
  `SELECT t.id AS credential_id, t.last_used_at, ${HOLDER}
     FROM user_tokens t JOIN users u ON u.id = t.user_id AND u.is_active ${PLACES}
    WHERE t.secret_hash = $1 AND t.last_used_at > $4::timestamptz`,
);

const [REVOKED, ENDED, INACTIVE] = TOKEN_ENDS;

/** Why a token grants nothing; no row if there never was such a token, or its end is no longer on record. */
const TOKEN_END = statement<{ end: TokenEnd }>(
  'access_token_end',
  `SELECT CASE WHEN is_revoked THEN '${REVOKED}' ELSE '${ENDED}' END AS end
     FROM past_tokens WHERE secret_hash = $1
    UNION ALL
   SELECT CASE WHEN u.is_active THEN '${ENDED}' ELSE '${INACTIVE}' END
     FROM user_tokens t JOIN users u ON u.id = t.user_id WHERE t.secret_hash = $1`,
);

const KEY_HOLDER = statement<KeyHolder>(
  'access_key_holder',
  `SELECT k.id AS credential_id, k.last_used_at, k.status, k.expires_at, k.revoked_at, ${HOLDER},
          u.is_active AND EXISTS (
            SELECT 1 FROM organization_users home WHERE home.user_id = u.id AND home.is_active) AS is_active
     FROM api_keys k JOIN users u ON u.id = k.user_id ${PLACES}
    WHERE k.secret_hash = $1`,
);

/** An e-mail is not a credential, so the user's id takes the place of the credential's. */
const EMAIL_HOLDER = statement<EmailHolder>(
  'access_email_holder',
  `SELECT u.id AS credential_id, NULL::timestamptz AS last_used_at, u.mailbox_proved_at IS NOT NULL AS is_proved,
          ${HOLDER}
     FROM users u ${PLACES}
    WHERE lower(u.email) = lower($1 COLLATE "C") AND u.kind = 'user' AND u.is_active`,
);

const RECORD_USE = {
  user: recordUse('user_tokens'),
  service_account: recordUse('api_keys'),
} as const satisfies Record<UserKind, Statement<object>>;

@Injectable()
export class AccessRepository {
  constructor(private readonly database: Database) {}

  /** The active holder of a token that was used after `usedSince`; undefined when the token grants nothing. */
  async holderOfToken(request: ResolveAccess, usedSince: Date): Promise<Holder | undefined> {
    const [holder] = await this.database.rows(TOKEN_HOLDER, [...placesOf(request), usedSince]);
    return holder;
  }

  /** Why a token without a holder is no longer valid; undefined if unknown. */
  async endOfToken({ secret_hash }: ResolveAccess): Promise<TokenEnd | undefined> {
    return (await this.database.rows(TOKEN_END, [secret_hash]))[0]?.end;
  }

  /** The holder of a key, whether or not it is valid; undefined when there is no such key. */
  async holderOfKey(request: ResolveAccess): Promise<KeyHolder | undefined> {
    const [holder] = await this.database.rows(KEY_HOLDER, placesOf(request));
    return holder;
  }

  /** The active user with an e-mail. */
  async holderOfEmail({
    email,
    project_id,
    organization_id,
  }: ResolveEmail): Promise<EmailHolder | undefined> {
    const [holder] = await this.database.rows(EMAIL_HOLDER, [
      email,
      project_id ?? null,
      organization_id ?? null,
    ]);
    return holder;
  }

  /** Records a use, unless one since `before` is already recorded. */
  async recordUse({ kind, credential_id }: Holder, now: Date, before: Date): Promise<void> {
    await this.database.rows(RECORD_USE[kind], [credential_id, now, before]);
  }
}

function placesOf({ secret_hash, project_id, organization_id }: ResolveAccess): unknown[] {
  return [secret_hash, project_id ?? null, organization_id ?? null];
}

function recordUse(table: 'user_tokens' | 'api_keys'): Statement<object> {
  return statement(
    `access_record_use_of_${table}`,
    `UPDATE ${table} SET last_used_at = $2::timestamptz
      WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz)`,
  );
}
