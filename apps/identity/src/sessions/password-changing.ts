import { Injectable } from '@nestjs/common';
import type { Caller, ChangePassword } from '@pks/contracts';
import { Database, Invalid, currentCall } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { PasswordLogin } from './password-login.ts';
import { hashNewPassword } from './passwords.ts';
import { UserTokensRepository } from './user-tokens.repository.ts';

/** Users change their passwords (decisions 2). */
@Injectable()
export class PasswordChanging {
  constructor(
    private readonly logins: PasswordLogin,
    private readonly users: UsersRepository,
    private readonly tokens: UserTokensRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
  ) {}

  /**
   * Checks the current password, outside of any transaction, so that failures count even if the request is
   * undone.
   * @throws Invalid keyed to `current_password`; Throttled after too many failures.
   */
  async authorize({ current_password }: ChangePassword, caller: Caller): Promise<void> {
    const claimed = { email: caller.email, password: current_password };
    if (await this.logins.verify(claimed, currentCall()?.clientAddress)) return;
    throw notCurrent();
  }

  /**
   * Sets the password, and ends every other token of the user.
   * @throws Invalid keyed to `password` for a common one; keyed to `current_password` if the request's token has ended since that
   * password was checked, as it does when another request changes or resets the password.
   */
  async change({ password }: ChangePassword, caller: Caller): Promise<void> {
    const passwordHash = await hashNewPassword(password);
    await this.database.transaction(async () => {
      const user = await this.users.lock(caller.user_id);
      if (!user || !(await this.tokens.exists(caller.credential_id, user.id))) throw notCurrent();
      await this.users.save(Object.assign(user, { passwordHash }));
      await this.tokens.revokeOthers(user.id, caller.credential_id);
      this.notices.changed([user.id]);
    });
  }
}

function notCurrent(): Invalid {
  return Invalid.field('current_password', 'This is not the current password.');
}
