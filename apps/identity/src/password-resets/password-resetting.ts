import { Injectable } from '@nestjs/common';
import { Email, NewPassword } from '@pks/contracts';
import { Clock, Database, NotPossible } from '@pks/platform';
import { UsersRepository } from '../users/users.repository.ts';
import { MailboxProofs } from '../sessions/mailbox-proofs.ts';
import { hashNewPassword } from '../sessions/passwords.ts';

/** A new password for an account. */
export class ResetPassword {
  @Email()
  readonly email!: string;

  @NewPassword()
  readonly password!: string;
}

/** Sets the passwords of users, for the admin command. */
@Injectable()
export class PasswordResetting {
  constructor(
    private readonly users: UsersRepository,
    private readonly proofs: MailboxProofs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the password, and ends every token of the user. The installation vouches for whoever gets the password, so the
   * mailbox counts as proved.
   * @throws Invalid keyed to `password` for a common one; NotPossible when no user has the e-mail.
   */
  async reset({ email, password }: ResetPassword): Promise<void> {
    const passwordHash = await hashNewPassword(password);
    await this.database.transaction(async () => {
      const found = await this.users.findByEmail(email);
      const user = found?.kind === 'user' ? await this.users.lock(found.id) : null;
      if (!user) throw new NotPossible(`No user has the e-mail ${email}.`);
      await this.proofs.prove(user, passwordHash, this.clock.now());
    });
  }
}
