import { Injectable } from '@nestjs/common';
import type { InviteStatus } from '@pks/contracts';
import { Database, statement } from '@pks/platform';

/** The current state of an invite, and the names that a letter about it contains. */
export interface LetterSubject {
  readonly id: string;
  readonly edition: number;
  readonly status: InviteStatus;
  readonly token_hash: string | null;
  readonly expires_at: string;
  readonly project_name: string;
  readonly inviter_email: string;
}

const SUBJECT = statement<LetterSubject>(
  'letters_subject',
  `SELECT i.id, i.edition, i.status, i.token_hash, i.expires_at, p.name AS project_name, u.email AS inviter_email
     FROM invites i JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = i.invited_by
    WHERE i.project_id = $1 AND i.id = $2`,
);

@Injectable()
export class LettersRepository {
  constructor(private readonly database: Database) {}

  async subject(projectId: string, inviteId: string): Promise<LetterSubject | undefined> {
    const [subject] = await this.database.rows(SUBJECT, [projectId, inviteId]);
    return subject;
  }
}
