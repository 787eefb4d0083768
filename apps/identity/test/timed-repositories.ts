import { type Clock, type Database, Outbox } from '@pks/platform';
import {
  type LockedAllowance,
  MailAllowancesRepository,
} from '../src/mail-allowances/mail-allowances.repository.ts';
import {
  type LastReset,
  PasswordResetsRepository,
} from '../src/password-resets/password-resets.repository.ts';
import type { LoginSubject } from '../src/sessions/login-failures.entity.ts';
import { type LockedFailures, LoginFailuresRepository } from '../src/sessions/login-failures.repository.ts';

/** The repository of login failures, with times that a test sets. */
export class TimedLoginFailures extends LoginFailuresRepository {
  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    super(database);
  }

  override async lock(subjects: readonly LoginSubject[]): Promise<LockedFailures> {
    const { rows } = await super.lock(subjects);
    return { rows, now: this.clock.now() };
  }
}

/** The repository of mail allowances, with times that a test sets. */
export class TimedMailAllowances extends MailAllowancesRepository {
  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    super(database);
  }

  override async lock(subject: string): Promise<LockedAllowance> {
    const { row } = await super.lock(subject);
    return { row, now: this.clock.now() };
  }
}

/** The repository of password resets, with times that a test sets. */
export class TimedPasswordResets extends PasswordResetsRepository {
  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    super(database, new Outbox(database));
  }

  override async lastOf(userId: string): Promise<LastReset> {
    const { last } = await super.lastOf(userId);
    return { last, now: this.clock.now() };
  }
}
