import { Injectable } from '@nestjs/common';
import type { InviteStatus } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { Mail } from './mail.entity.ts';

/** What the invite of a mail is now. */
export interface MailSubject {
  readonly id: string;
  readonly edition: number;
  readonly status: InviteStatus;
  readonly token_hash: string | null;
  readonly expires_at: string;
  readonly project_name: string;
  readonly inviter_email: string;
}

const NEXT_DUE = statement<{ project_id: string; id: string }>(
  'mails_next_due',
  `SELECT project_id, id FROM mails
    WHERE sent_at IS NULL AND next_attempt_at <= $1
    ORDER BY next_attempt_at, id
    LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

const SUBJECT = statement<MailSubject>(
  'mails_subject',
  `SELECT i.id, i.edition, i.status, i.token_hash, i.expires_at, p.name AS project_name, u.email AS inviter_email
     FROM invites i JOIN projects p ON p.id = i.project_id JOIN users u ON u.id = i.invited_by
    WHERE i.project_id = $1 AND i.id = $2`,
);

const DROP_OLD = statement<object>(
  'mails_drop_old',
  `DELETE FROM mails WHERE (project_id, id) IN (
     SELECT project_id, id FROM mails WHERE created_at < $1::timestamptz LIMIT 100 FOR UPDATE SKIP LOCKED)`,
);

/** By then a mail was sent, or is about nothing any more. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

@Injectable()
export class MailsRepository {
  constructor(private readonly database: Database) {}

  async add(mail: Mail): Promise<void> {
    await this.database.transaction(() => this.database.manager.insert(Mail, mail));
  }

  /** Takes a mail that is due, which no other process has taken, and begins an attempt; undefined when there is none. */
  takeDue(now: Date): Promise<Mail | undefined> {
    return this.database.transaction(async () => {
      const [due] = await this.database.rows(NEXT_DUE, [now]);
      if (!due) return undefined;
      const where = { projectId: due.project_id, id: due.id };
      const mail = await this.database.manager.findOneByOrFail(Mail, where);
      mail.begin(now);
      return this.database.manager.save(mail);
    });
  }

  async subjectOf({ projectId, inviteId }: Mail): Promise<MailSubject | undefined> {
    const [subject] = await this.database.rows(SUBJECT, [projectId, inviteId]);
    return subject;
  }

  async save(mail: Mail): Promise<void> {
    await this.database.transaction(() => this.database.manager.save(mail));
  }

  /** For a mail that would not be true any more. */
  async drop({ projectId, id }: Mail): Promise<void> {
    await this.database.transaction(() => this.database.manager.delete(Mail, { projectId, id }));
  }

  /** Drops up to 100 mails that are older than 30 days. */
  async dropOld(now: Date): Promise<void> {
    await this.database.rows(DROP_OLD, [new Date(now.getTime() - KEPT_MS)]);
  }
}
