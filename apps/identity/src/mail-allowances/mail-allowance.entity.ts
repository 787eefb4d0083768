import { createHash } from 'node:crypto';
import { wasAhead } from '@pks/platform';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Who sends invites to whom: a project or an organization, on behalf of a user. */
export interface Mailing {
  /** The id of the project or organization. */
  readonly from: string;
  readonly invitedBy: string;
  readonly email: string;
}

/** A subject for which mails are counted, and how many are allowed in a period. */
export interface MailSubject {
  /** A hash, so that the table reveals neither who invites nor whom. */
  readonly key: string;
  readonly most: number;
  readonly periodMs: number;
}

/** The mails of a subject in its current period. */
@Entity('mail_allowances')
@Index('mail_allowances_began_at', ['beganAt'])
export class MailAllowance {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'mail_allowances_pkey' })
  readonly subject!: string;

  @Column({ type: 'timestamptz', name: 'began_at', precision: 3 })
  beganAt!: Date;

  @Column('integer')
  mails!: number;

  /**
   * The subjects that a mail counts for: an address gets one a minute from a project or organization, and ten an hour
   * on behalf of one user, who causes at most a thousand an hour.
   */
  static subjectsOf({ from, invitedBy, email }: Mailing): readonly MailSubject[] {
    const address = email.toLowerCase();
    return [
      { key: keyOf(`${from} ${address}`), most: 1, periodMs: MINUTE_MS },
      { key: keyOf(`${invitedBy} ${address}`), most: 10, periodMs: HOUR_MS },
      { key: keyOf(invitedBy), most: 1_000, periodMs: HOUR_MS },
    ];
  }

  /** Rows whose period began before this have expired. */
  static expiredBefore(now: Date): Date {
    return new Date(now.getTime() - HOUR_MS);
  }

  /** Seconds until one more mail is allowed; 0 if one is allowed now. */
  secondsLeft({ most, periodMs }: MailSubject, now: Date): number {
    if (this.mails < most || this.isOver(periodMs, now)) return 0;
    return Math.ceil((this.beganAt.getTime() + periodMs - now.getTime()) / 1000);
  }

  /** Counts one more mail, in a new period if the last one is over. */
  count({ periodMs }: MailSubject, now: Date): void {
    const isOver = this.mails === 0 || this.isOver(periodMs, now);
    this.mails = isOver ? 1 : this.mails + 1;
    if (isOver) this.beganAt = now;
  }

  private isOver(periodMs: number, now: Date): boolean {
    return wasAhead(this.beganAt, now) || now.getTime() - this.beganAt.getTime() >= periodMs;
  }
}

function keyOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
