import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, Throttled } from '@pks/platform';
import { type Ending, LoginFailures } from './login-failures.entity.ts';
import { LoginFailuresRepository } from './login-failures.repository.ts';

/** An attempt for which there is no room looks again this often, so many times. Milliseconds. */
const LOOK_EVERY_MS = 100;
const LOOKS = 50;

/** Who logs in, as he says, and from where, as far as that is known. */
export interface LoginSource {
  readonly email: string;
  readonly address: string | undefined;
}

/**
 * Slows down the guessing of passwords, by account and by address (decisions 2). Nothing is looked up before: it is the
 * same for an e-mail that nobody has.
 */
@Injectable()
export class LoginProtection {
  constructor(
    private readonly failures: LoginFailuresRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Evaluates an attempt that may be made; undefined is a failure. At no time are more evaluated than may fail.
   * @throws Throttled, without having evaluated it, after too many failures.
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
      await this.failures.end(new Map(endings), this.clock.now());
    }
  }

  private async begin(subjects: readonly string[]): Promise<void> {
    for (let look = 0; look < LOOKS; look += 1) {
      if (await this.failures.begin(subjects, this.clock.now())) return;
      await sleep(LOOK_EVERY_MS);
    }
    throw new Throttled(1);
  }
}

/** Who has one account of his own learns nothing about those of others by logging in. */
function ofAddress(ending: Ending): Ending {
  return ending === 'succeeded' ? 'neither' : ending;
}
