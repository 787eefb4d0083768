import { Injectable } from '@nestjs/common';
import type { OrganizationRole, Permission, PublishMode, ResolveAccess } from '@pks/contracts';
import { Database, statement } from '@pks/platform';

/** The holder of a credential, and how he stands to the places asked about; null where he, or the place, is not there. */
export interface Holder {
  readonly credential_id: string;
  readonly last_used_at: string;
  readonly user_id: string;
  readonly email: string;
  readonly project_id: string | null;
  readonly artifact_publish_mode: PublishMode | null;
  readonly permissions: readonly Permission[] | null;
  readonly organization_id: string | null;
  readonly role: OrganizationRole | null;
}

const HOLDER = statement<Holder>(
  'access_holder',
  `SELECT t.id AS credential_id, t.last_used_at, u.id AS user_id, u.email,
          p.id AS project_id, p.artifact_publish_mode, pu.permissions,
          o.id AS organization_id, ou.role
     FROM user_tokens t
     JOIN users u ON u.id = t.user_id AND u.is_active
     LEFT JOIN projects p ON p.id = $3::uuid
     LEFT JOIN project_users pu ON pu.project_id = p.id AND pu.user_id = u.id
     LEFT JOIN organizations o ON o.id = $4::uuid
     LEFT JOIN organization_users ou ON ou.organization_id = o.id AND ou.user_id = u.id
    WHERE t.secret_hash = $1 AND t.last_used_at > $2::timestamptz`,
);

const NOTE_USE = statement<object>(
  'access_note_use',
  `UPDATE user_tokens SET last_used_at = $2::timestamptz WHERE id = $1 AND last_used_at < $3::timestamptz`,
);

@Injectable()
export class AccessRepository {
  constructor(private readonly database: Database) {}

  /** The active holder of a token used since then; undefined when the credential is worth nothing. */
  async find(request: ResolveAccess, usedSince: Date): Promise<Holder | undefined> {
    const { secret_hash, project_id = null, organization_id = null } = request;
    const [holder] = await this.database.rows(HOLDER, [secret_hash, usedSince, project_id, organization_id]);
    return holder;
  }

  /** Notes a use, unless one since `before` is noted already. */
  async noteUse(credentialId: string, now: Date, before: Date): Promise<void> {
    await this.database.rows(NOTE_USE, [credentialId, now, before]);
  }
}
