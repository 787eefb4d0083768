import { createHash } from 'node:crypto';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** This many failures cause no delay (decisions 2). */
const FREE = 5;
const FIRST_DELAY_S = 2;
const LONGEST_DELAY_S = 300;
/** From this many failures on, the delay is the longest, and further ones are not counted. */
const MOST = FREE + Math.ceil(Math.log2(LONGEST_DELAY_S / FIRST_DELAY_S));
/** One failure is forgotten per interval, so that no user is slowed down for ever. */
const FORGOTTEN_EVERY_MS = 5 * 60_000;
/** An attempt that has not ended after this long is dropped: its process died. */
const ATTEMPT_MS = 30_000;
/** After this, all failures are forgotten. */
const KEPT_MS = (MOST + 1) * FORGOTTEN_EVERY_MS;

/** How an attempt ended; `neither` counts as no evidence. */
export type Ending = 'failed' | 'succeeded' | 'neither';

/** The failed logins of an account, whether or not it exists, or from an address, and the attempts under way. */
@Entity('login_failures')
@Index('login_failures_touched_at', ['touchedAt'])
export class LoginFailures {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'login_failures_pkey' })
  readonly subject!: string;

  @Column('integer')
  failures!: number;

  /** The next failure is forgotten `FORGOTTEN_EVERY_MS` after this. */
  @Column({ type: 'timestamptz', name: 'forgotten_from', precision: 3 })
  forgottenFrom!: Date;

  @Column('integer')
  pending!: number;

  @Column({ type: 'timestamptz', name: 'pending_until', precision: 3 })
  pendingUntil!: Date;

  @Column({ type: 'timestamptz', name: 'blocked_until', precision: 3 })
  blockedUntil!: Date;

  @Column({ type: 'timestamptz', name: 'touched_at', precision: 3 })
  touchedAt!: Date;

  /** A subject without failures. */
  static none(subject: string, now: Date): LoginFailures {
    const times = { forgottenFrom: now, pendingUntil: now, blockedUntil: now, touchedAt: now };
    const none = { subject, failures: 0, pending: 0, ...times };
    return Object.assign(new LoginFailures(), none satisfies Partial<LoginFailures>);
  }

  /** The key of an account or address: a hash, so that the table reveals neither. */
  static subjectOf(kind: 'account' | 'address', value: string): string {
    return createHash('sha256').update(`${kind} ${value.toLowerCase()}`).digest('hex');
  }

  /** Rows last touched before this have expired. */
  static expiredBefore(now: Date): Date {
    return new Date(now.getTime() - KEPT_MS);
  }

  /** Seconds until the next attempt is allowed; 0 when it is allowed now. */
  secondsLeft(now: Date): number {
    return Math.max(0, Math.ceil((this.blockedUntil.getTime() - now.getTime()) / 1000));
  }

  /** Whether an attempt may begin: even if all those under way fail, none causes a delay; or it is the only one. */
  hasRoom(now: Date): boolean {
    this.forget(now);
    return this.pending < Math.max(1, FREE - this.failures);
  }

  begin(now: Date): void {
    this.forget(now);
    this.pending += 1;
    this.pendingUntil = later(now, ATTEMPT_MS);
    this.touchedAt = now;
  }

  /** A failure counts and, from the fifth on, delays the next attempt: 2 s, 4 s, 8 s and so on. A success clears the count. */
  end(ending: Ending, now: Date): void {
    this.forget(now);
    this.pending = Math.max(0, this.pending - 1);
    this.touchedAt = now;
    if (ending === 'succeeded') this.clear(now);
    if (ending === 'failed') this.count(now);
  }

  private clear(now: Date): void {
    this.failures = 0;
    this.blockedUntil = now;
  }

  private count(now: Date): void {
    if (this.failures === 0) this.forgottenFrom = now;
    this.failures = Math.min(MOST, this.failures + 1);
    if (this.failures < FREE) return;
    const delay = Math.min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** (this.failures - FREE));
    this.blockedUntil = later(now, delay * 1000);
  }

  private forget(now: Date): void {
    if (now >= this.pendingUntil) this.pending = 0;
    const forgotten = Math.floor((now.getTime() - this.forgottenFrom.getTime()) / FORGOTTEN_EVERY_MS);
    if (forgotten <= 0) return;
    this.failures = Math.max(0, this.failures - forgotten);
    this.forgottenFrom = later(this.forgottenFrom, forgotten * FORGOTTEN_EVERY_MS);
  }
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
