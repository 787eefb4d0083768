import { Injectable } from '@nestjs/common';
import { AccessNotices } from '../access-notices.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { UserTokensRepository } from './user-tokens.repository.ts';

/** Records that users read their mailboxes (decisions 2). */
@Injectable()
export class MailboxProofs {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: UserTokensRepository,
    private readonly notices: AccessNotices,
  ) {}

  /**
   * Hands the account, which the transaction has locked, over to whoever reads its mailbox. Until now others may have
   * known its password and held its tokens; so it gets this password, and its tokens end, including that of a password
   * reset.
   */
  async prove(user: User, passwordHash: string | null, now: Date): Promise<void> {
    const mailboxProvedAt = user.mailboxProvedAt ?? now;
    await this.users.save(Object.assign(user, { mailboxProvedAt, passwordHash }));
    await this.tokens.revokeOthers(user.id, null);
    this.notices.changed([user.id]);
  }
}
