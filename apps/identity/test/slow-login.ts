import type { LogIn } from '@pks/contracts';
import type { LoginProtection } from '../src/sessions/login-protection.ts';
import { PasswordLogin } from '../src/sessions/password-login.ts';
import type { User } from '../src/users/user.entity.ts';
import type { UsersRepository } from '../src/users/users.repository.ts';

/** A login during which something else happens, between the verification of a password and its use. */
export class SlowLogin extends PasswordLogin {
  constructor(
    users: UsersRepository,
    protection: LoginProtection,
    private readonly meanwhile: () => Promise<void>,
  ) {
    super(users, protection);
  }

  override async verify(request: LogIn, address: string | undefined): Promise<User | undefined> {
    const user = await super.verify(request, address);
    await this.meanwhile();
    return user;
  }
}
