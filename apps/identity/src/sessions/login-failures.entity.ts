import { createHash } from 'node:crypto';
import { wasAhead } from '@pks/platform';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How many failures cause the first delay: of an account from one address, and of an account from anywhere (decisions 2). */
const FREE = { pair: 5, account: 50 } as const;
const FIRST_DELAY_S = 2;
const LONGEST_DELAY_S = 300;
/** This many failures after the first delay, the delay is the longest; further failures are not counted. */
const DELAYS = Math.ceil(Math.log2(LONGEST_DELAY_S / FIRST_DELAY_S));
/** One failure is forgotten per interval, so that no user is slowed down for ever. */
const FORGOTTEN_EVERY_MS = 5 * 60_000;
/** An attempt that has not ended after this long is dropped: its process died. */
const ATTEMPT_MS = 30_000;
/** After this, all failures are forgotten. */
const KEPT_MS = (FREE.account + DELAYS + 1) * FORGOTTEN_EVERY_MS;

/** How an attempt ended; `neither` is no evidence. */
export type Ending = 'failed' | 'succeeded' | 'neither';

/** What failed logins are counted for: an account, whether or not it exists, from one address or from anywhere. */
export interface LoginSubject {
  /** A hash, so that the table reveals neither account nor address. */
  readonly key: string;
  /** The failure that causes the first delay: those before it are free. */
  readonly free: number;
}

/** The failed logins of a subject, and the attempts under way. */
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

  /** The failure of the subject that causes the first delay. */
  free: number = FREE.pair;

  /** An account from one address, or from an unknown one if undefined. */
  static ofPair(email: string, address: string | undefined): LoginSubject {
    return { key: keyOf('pair', `${email} ${address ?? ''}`), free: FREE.pair };
  }

  /** An account from anywhere. */
  static ofAccount(email: string): LoginSubject {
    return { key: keyOf('account', email), free: FREE.account };
  }

  /** Rows last touched before this have expired. */
  static expiredBefore(now: Date): Date {
    return new Date(now.getTime() - KEPT_MS);
  }

  /** Seconds until the next attempt is allowed; 0 when it is allowed now. */
  secondsLeft(now: Date): number {
    if (wasAhead(this.touchedAt, now)) return 0;
    return Math.max(0, Math.ceil((this.blockedUntil.getTime() - now.getTime()) / 1000));
  }

  /** Whether an attempt may begin: if all attempts under way could fail without causing a delay, or if none is under way. */
  hasRoom(now: Date): boolean {
    this.forget(now);
    return this.pending < Math.max(1, this.free - this.failures);
  }

  begin(now: Date): void {
    this.forget(now);
    this.pending += 1;
    this.pendingUntil = later(now, ATTEMPT_MS);
    this.touchedAt = now;
  }

  /** A failure counts and, once no further failure is free, delays the next attempt: 2 s, 4 s, 8 s and so on. A success clears the count. */
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
    this.failures = Math.min(this.free + DELAYS, this.failures + 1);
    if (this.failures < this.free) return;
    const delay = Math.min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** (this.failures - this.free));
    this.blockedUntil = later(now, delay * 1000);
  }

  private forget(now: Date): void {
    if (wasAhead(this.touchedAt, now))
      Object.assign(this, { pendingUntil: now, blockedUntil: now, forgottenFrom: now });
    if (now >= this.pendingUntil) this.pending = 0;
    const forgotten = Math.floor((now.getTime() - this.forgottenFrom.getTime()) / FORGOTTEN_EVERY_MS);
    if (forgotten <= 0) return;
    this.failures = Math.max(0, this.failures - forgotten);
    this.forgottenFrom = later(this.forgottenFrom, forgotten * FORGOTTEN_EVERY_MS);
  }
}

function keyOf(kind: 'pair' | 'account', value: string): string {
  return createHash('sha256').update(`${kind} ${value.toLowerCase()}`).digest('hex');
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
