import { Injectable } from '@nestjs/common';
import type { Caller, LogIn, Session } from '@pks/contracts';
import { Clock, currentCall, Database, Fault, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import type { User } from '../users/user.entity.ts';
import { PasswordLogin } from './password-login.ts';
import { UserToken } from './user-token.entity.ts';
import { UserTokensRepository } from './user-tokens.repository.ts';

/** Login and logout (decisions 2). */
@Injectable()
export class SessionsService {
  constructor(
    private readonly logins: PasswordLogin,
    private readonly tokens: UserTokensRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues a token. A refusal never reveals, by its words or its time, whether the e-mail exists.
   * @throws Throttled after 5 failures of the account from the address, or 50 from anywhere.
   */
  async logIn(request: LogIn): Promise<Session> {
    const user = await this.logins.verify(request, currentCall()?.clientAddress);
    return this.database.transaction(async () => {
      if (user && (await this.logins.isStillValid(user))) return this.issueTo(user);
      throw new NotPossible('Unable to log in with provided credentials.');
    });
  }

  /** Revokes the token that the request carries. @throws Fault of kind `unauthenticated` when another request has ended it meanwhile. */
  async logOut(caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.tokens.revoke(caller.credential_id, caller.user_id))) throw hasEnded();
      this.notices.changed([caller.user_id]);
    });
  }

  /** Issues a token to an authenticated user. */
  async issueTo({ id, email }: User): Promise<Session> {
    const now = this.clock.now();
    const { token, secret } = UserToken.issue(id, now);
    await this.tokens.add(token, UserToken.endedIfUnusedSince(now));
    return { token: secret, expires_at: token.expiresAt.toISOString(), user: { id, email } };
  }
}

/** What the gateway answers to a token that has ended, once it knows. */
function hasEnded(): Fault {
  return new Fault({ kind: 'unauthenticated', message: 'Authentication credentials were not provided.' });
}
