import { Injectable } from '@nestjs/common';
import { Database, Throttled } from '@pks/platform';
import { type Ending, LoginFailures, type LoginSubject } from './login-failures.entity.ts';
import { LoginFailuresRepository } from './login-failures.repository.ts';

/** When to retry while as many attempts are under way as may fail. Seconds. */
const UNDER_WAY_S = 1;

/** The claimed e-mail of a login, and the address it comes from, if known. */
export interface LoginSource {
  readonly email: string;
  readonly address: string | undefined;
}

/**
 * Slows down the guessing of passwords: by account and address together, and more loosely by account alone, so that
 * nobody can lock a user out from elsewhere (decisions 2). Does not look up the user, so an unknown e-mail is treated
 * like a known one.
 */
@Injectable()
export class LoginProtection {
  constructor(
    private readonly failures: LoginFailuresRepository,
    private readonly database: Database,
  ) {}

  /**
   * Evaluates an attempt; an undefined result is a failure.
   * @throws Throttled, without evaluating the attempt, after too many failures, or while as many attempts are under
   * way as may fail.
   */
  async guard<T>(
    { email, address }: LoginSource,
    evaluate: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const subjects = [LoginFailures.ofPair(email, address), LoginFailures.ofAccount(email)];
    await this.begin(subjects);
    let ending: Ending = 'neither';
    try {
      const result = await evaluate();
      ending = result === undefined ? 'failed' : 'succeeded';
      return result;
    } finally {
      await this.end(subjects, ending);
    }
  }

  /** Begins an attempt for all its subjects, or for none. @throws Throttled */
  private begin(subjects: readonly LoginSubject[]): Promise<void> {
    return this.database.transaction(async () => {
      const { rows, now } = await this.failures.lock(subjects);
      const seconds = Math.max(...rows.map((row) => row.secondsLeft(now)));
      if (seconds > 0) throw new Throttled(seconds);
      if (!rows.every((row) => row.hasRoom(now))) throw new Throttled(UNDER_WAY_S);
      for (const row of rows) row.begin(now);
      await this.failures.save(rows);
    });
  }

  private end(subjects: readonly LoginSubject[], ending: Ending): Promise<void> {
    return this.database.transaction(async () => {
      const { rows, now } = await this.failures.lock(subjects);
      for (const row of rows) row.end(ending, now);
      await this.failures.save(rows);
      await this.failures.deleteExpired(LoginFailures.expiredBefore(now));
    });
  }
}
