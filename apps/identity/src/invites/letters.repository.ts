import { Injectable } from '@nestjs/common';
import type { InviteStatus } from '@pks/contracts';
import { Database, statement } from '@pks/platform';

/** The current state of an invite, and whether whoever accepts it has to choose a password. */
export interface OpenInvite {
  readonly id: string;
  /** The address that was invited. */
  readonly email: string;
  readonly edition: number;
  readonly token_hash: string | null;
  readonly expires_at: string;
  readonly needs_password: boolean;
}

/** An invite to a project, with the names that a letter about it contains. */
export interface LetterSubject extends OpenInvite {
  readonly status: InviteStatus;
  /** Whether the address is that of a member with an active account. */
  readonly is_member: boolean;
  readonly project_name: string;
  readonly inviter_email: string;
}

/** An invite to an organization, with the names that a letter about it contains. */
export interface OrganizationLetterSubject extends OpenInvite {
  readonly organization_name: string;
  readonly inviter_email: string;
}

const SUBJECT = statement<LetterSubject>(
  'letters_subject',
  `SELECT i.id, i.email, i.edition, i.status, i.token_hash, i.expires_at, p.name AS project_name, u.email AS inviter_email,
          NOT EXISTS (
            SELECT 1 FROM users invited
             WHERE lower(invited.email) = lower(i.email) AND invited.mailbox_proved_at IS NOT NULL) AS needs_password,
          EXISTS (
            SELECT 1 FROM users member JOIN project_users pu ON pu.project_id = $1 AND pu.user_id = member.id
             WHERE lower(member.email) = lower(i.email) AND member.is_active) AS is_member
     FROM invites i JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = i.invited_by
    WHERE i.project_id = $1 AND i.id = $2`,
);

/** No row if the account is deactivated, or its address is no longer the one that was invited. */
const ORGANIZATION_SUBJECT = statement<OrganizationLetterSubject>(
  'letters_organization_subject',
  `SELECT i.id, i.email, i.edition, i.token_hash, i.expires_at, o.name AS organization_name, inviter.email AS inviter_email,
          u.mailbox_proved_at IS NULL AS needs_password
     FROM organization_invites i
     JOIN organizations o ON o.id = i.organization_id
     JOIN users u ON u.id = i.user_id
     JOIN users inviter ON inviter.id = i.invited_by
    WHERE i.organization_id = $1 AND i.user_id = $2 AND u.is_active AND lower(u.email) = lower(i.email)`,
);

@Injectable()
export class LettersRepository {
  constructor(private readonly database: Database) {}

  async subject(projectId: string, inviteId: string): Promise<LetterSubject | undefined> {
    const [subject] = await this.database.rows(SUBJECT, [projectId, inviteId]);
    return subject;
  }

  async organizationSubject(
    organizationId: string,
    userId: string,
  ): Promise<OrganizationLetterSubject | undefined> {
    const [subject] = await this.database.rows(ORGANIZATION_SUBJECT, [organizationId, userId]);
    return subject;
  }
}
