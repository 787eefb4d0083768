import { Injectable } from '@nestjs/common';
import type { Caller, LogIn, Session } from '@pks/contracts';
import { Clock, Database, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access/access-notices.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { passwordMatches } from './passwords.ts';
import { UserToken } from './user-token.entity.ts';
import { UserTokensRepository } from './user-tokens.repository.ts';

/** Login and logout (decisions 2). */
@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: UserTokensRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Issues a token. A refusal never tells, by its words or its time, whether the e-mail is known. */
  async logIn({ email, password }: LogIn): Promise<Session> {
    const user = await this.users.findByEmail(email);
    const matches = await passwordMatches(password, user?.passwordHash ?? null);
    if (!user?.isActive || !matches) throw new NotPossible('Unable to log in with provided credentials.');
    return this.issueTo(user);
  }

  /** Revokes the token that the request carries. */
  async logOut(caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      await this.tokens.delete(caller.credential_id, caller.user_id);
      this.notices.changed([caller.user_id]);
    });
  }

  private async issueTo({ id, email }: User): Promise<Session> {
    const now = this.clock.now();
    const { token, secret } = UserToken.issue(id, now);
    await this.tokens.add(token, UserToken.endedIfUnusedSince(now));
    return { token: secret, expires_at: token.expiresAt.toISOString(), user: { id, email } };
  }
}
