import { Injectable } from '@nestjs/common';
import type { LogIn } from '@pks/contracts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { LoginProtection } from './login-protection.ts';
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts';

/** Authenticates users by e-mail and password. */
@Injectable()
export class PasswordLogin {
  constructor(
    private readonly users: UsersRepository,
    private readonly protection: LoginProtection,
  ) {}

  /**
   * The active user with this e-mail and password; undefined for any other pair, after the same work. Replaces a hash that has outdated
   * parameters.
   * @throws Throttled after too many failures.
   */
  async verify({ email, password }: LogIn, address: string | undefined): Promise<User | undefined> {
    const user = await this.protection.guard({ email, address }, () => this.holder(email, password));
    if (!user || user.passwordHash === null || !isOutdated(user.passwordHash)) return user;
    const passwordHash = await hashPassword(password);
    const isReplaced = await this.users.replaceHash(user.id, user.passwordHash, passwordHash);
    if (isReplaced) return Object.assign(user, { passwordHash });
    // Another login has replaced the hash, or another password was set.
    return this.holder(email, password);
  }

  /**
   * Whether a verified user is active and still has the verified password, and will until the end of the transaction: another
   * password may have been set during the verification.
   */
  async isStillValid({ id, passwordHash }: User): Promise<boolean> {
    const user = await this.users.lock(id);
    return user !== null && user.isActive && user.passwordHash === passwordHash;
  }

  private async holder(email: string, password: string): Promise<User | undefined> {
    const user = await this.users.findByEmail(email);
    const matches = await passwordMatches(password, user?.passwordHash ?? null);
    return user?.isActive && matches ? user : undefined;
  }
}
