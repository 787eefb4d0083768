import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, Database, Throttled } from '@pks/platform';
import { type Ending, LoginFailures } from './login-failures.entity.ts';
import { LoginFailuresRepository } from './login-failures.repository.ts';

/** How often, and how many times, an attempt tries to begin while others are under way. Milliseconds. */
const RETRY_EVERY_MS = 100;
const RETRIES = 50;

/** The claimed e-mail of a login, and the address it comes from, if known. */
export interface LoginSource {
  readonly email: string;
  readonly address: string | undefined;
}

/**
 * Slows down the guessing of passwords, by account and by address (decisions 2). It does not look up the user, so an unknown
 * e-mail is treated like a known one.
 */
@Injectable()
export class LoginProtection {
  constructor(
    private readonly failures: LoginFailuresRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Evaluates an attempt; a result of undefined is a failure. Never are more attempts under way than may fail.
   * @throws Throttled, without evaluating it, after too many failures.
   */
  async guard<T>(
    { email, address }: LoginSource,
    evaluate: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const account = LoginFailures.subjectOf('account', email);
    const place = address === undefined ? undefined : LoginFailures.subjectOf('address', address);
    const subjects = [account, ...(place === undefined ? [] : [place])];
    await this.begin(subjects);
    let ending: Ending = 'neither';
    try {
      const result = await evaluate();
      ending = result === undefined ? 'failed' : 'succeeded';
      return result;
    } finally {
      const endings = subjects.map((one) => [one, one === account ? ending : ofAddress(ending)] as const);
      await this.end(new Map(endings));
    }
  }

  private async begin(subjects: readonly string[]): Promise<void> {
    for (let retry = 0; retry < RETRIES; retry += 1) {
      if (await this.tryBegin(subjects)) return;
      await sleep(RETRY_EVERY_MS);
    }
    throw new Throttled(1);
  }

  /** Begins an attempt for all its subjects, or for none: false while too many are under way. @throws Throttled */
  private tryBegin(subjects: readonly string[]): Promise<boolean> {
    return this.database.transaction(async () => {
      const rows = await this.failures.lock(subjects, this.clock.now());
      // The lock may have been waited for, while other attempts failed.
      const now = this.clock.now();
      const seconds = Math.max(...rows.map((row) => row.secondsLeft(now)));
      if (seconds > 0) throw new Throttled(seconds);
      if (!rows.every((row) => row.hasRoom(now))) return false;
      for (const row of rows) row.begin(now);
      await this.failures.save(rows);
      return true;
    });
  }

  private end(endings: ReadonlyMap<string, Ending>): Promise<void> {
    return this.database.transaction(async () => {
      const now = this.clock.now();
      const rows = await this.failures.lock([...endings.keys()], now);
      for (const row of rows) row.end(endings.get(row.subject) ?? 'neither', now);
      await this.failures.save(rows);
      await this.failures.deleteExpired(LoginFailures.expiredBefore(now));
    });
  }
}

/** A login to one's own account is no evidence about attempts on other accounts from the same address. */
function ofAddress(ending: Ending): Ending {
  return ending === 'succeeded' ? 'neither' : ending;
}
