import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { Invite } from '../invites/invite.entity.ts';

/** An invite with its token, or the news that a user who exists is a member. */
export type MailKind = 'invite' | 'welcome';

const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = 60 * 60_000;
/** Longer than a sending can take: a mail of which nothing is heard until then is taken up again. */
const LEASE_MS = 5 * 60_000;

/** An e-mail to be sent: a job, written in the transaction that asked for it, without a word of what it will say. */
@Entity('mails')
@ForeignKey(() => Invite, ['projectId', 'inviteId'], ['projectId', 'id'], { name: 'mails_invite' })
@Index('mails_invite_id', ['projectId', 'inviteId'])
@Index('mails_due', { synchronize: false })
@Index('mails_created_at', ['createdAt'])
@Check('mails_kind', "kind IN ('invite', 'welcome')")
export class Mail {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'mails_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mails_pkey' })
  readonly id!: string;

  @Column('text')
  readonly kind!: MailKind;

  @Column('text')
  readonly recipient!: string;

  @Column('uuid', { name: 'invite_id' })
  readonly inviteId!: string;

  /** The invite's edition that it is about. */
  @Column('integer')
  readonly edition!: number;

  @Column('integer')
  attempts!: number;

  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3 })
  nextAttemptAt!: Date;

  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true })
  sentAt!: Date | null;

  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  /** A mail about this edition of an invite, due at once. */
  static about({ projectId, id, email, edition }: Invite, kind: MailKind, now: Date): Mail {
    const mail = {
      projectId,
      id: v7(),
      kind,
      recipient: email,
      inviteId: id,
      edition,
      attempts: 0,
      nextAttemptAt: now,
      sentAt: null,
      lastError: null,
      createdAt: now,
    };
    return Object.assign(new Mail(), mail satisfies Partial<Mail>);
  }

  /** Counts an attempt, and keeps the mail from others while it is made. */
  begin(now: Date): void {
    this.attempts += 1;
    this.nextAttemptAt = later(now, LEASE_MS);
  }

  succeed(now: Date): void {
    Object.assign(this, { sentAt: now, lastError: null } satisfies Partial<Mail>);
  }

  /** The next attempt is 5 s from now, then 10 s, 20 s and so on, up to an hour. */
  fail(reason: string, now: Date): void {
    this.lastError = reason;
    this.nextAttemptAt = later(now, Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.attempts - 1)));
  }
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
