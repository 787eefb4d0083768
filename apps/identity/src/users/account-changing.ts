import { Injectable } from '@nestjs/common';
import { Email } from '@pks/contracts';
import { Database, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { UsersRepository } from './users.repository.ts';

/** The account of a person. */
export class NamedAccount {
  @Email()
  readonly email!: string;
}

/** Changes to whole accounts, for the admin command: no organization may make them. */
@Injectable()
export class AccountChanging {
  constructor(
    private readonly users: UsersRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
  ) {}

  /**
   * Deactivates or reactivates an account: while it is deactivated, its credentials are refused everywhere. @throws NotPossible when no user has
   * the e-mail.
   */
  activate({ email }: NamedAccount, isActive: boolean): Promise<void> {
    return this.database.transaction(async () => {
      const found = await this.users.findByEmail(email);
      const user = found?.kind === 'user' ? await this.users.lock(found.id) : null;
      if (!user) throw new NotPossible(`No user has the e-mail ${email}.`);
      await this.users.save(Object.assign(user, { isActive }));
      this.notices.changed([user.id]);
    });
  }
}
