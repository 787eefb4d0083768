import { Injectable } from '@nestjs/common';
import {
  type ConfirmPasswordReset,
  type ReadResetLetter,
  type RequestPasswordReset,
  type ResetLetterNow,
  type Session,
  hashOfSecret,
} from '@pks/contracts';
import { Clock, Database, Invalid } from '@pks/platform';
import { MailboxProofs } from '../sessions/mailbox-proofs.ts';
import { hashNewPassword } from '../sessions/passwords.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { MailedTokens } from '../users/mailed-tokens.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { PasswordResetsRepository } from './password-resets.repository.ts';

/** Password resets by e-mail (decisions 2). */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly resets: PasswordResetsRepository,
    private readonly users: UsersRepository,
    private readonly tokens: MailedTokens,
    private readonly proofs: MailboxProofs,
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Sends an e-mail with a token, at most once a minute, and with the last token while it is valid; no result shows whether there is an account. */
  request({ email }: RequestPasswordReset): Promise<void> {
    return this.database.transaction(async () => {
      const found = await this.users.findByEmail(email);
      const user = found && (await this.users.lock(found.id));
      if (user?.kind !== 'user' || !user.isActive) return;
      const { last, now } = await this.resets.lastOf(user.id);
      if (last && !last.mayRepeat(now)) return;
      const reset = PasswordReset.request(user, last, now);
      reset.tokenHash = hashOfSecret(this.tokens.ofReset(reset));
      await this.resets.saveRequested(reset);
    });
  }

  /**
   * Sets the password, ends every token of the user and issues a new one: all or nothing, and only once. The token was read
   * in the mailbox, which proves the mailbox.
   * @throws Invalid keyed to `token`, with the same sentence for every invalid one; to `password` for a common one.
   */
  async confirm({ token, password }: ConfirmPasswordReset): Promise<Session> {
    const tokenHash = hashOfSecret(token);
    const now = this.clock.now();
    const found = await this.resets.findByToken(tokenHash);
    if (!found?.isOpen(now)) throw notValid();
    const passwordHash = await hashNewPassword(password);
    return this.database.transaction(async () => {
      const user = await this.users.lock(found.userId);
      const reset = await this.resets.findByToken(tokenHash);
      if (!user || !reset?.isOpenFor(user, now)) throw notValid();
      await this.proofs.prove(user, passwordHash, now);
      return this.sessions.issueTo(user);
    });
  }

  /**
   * The content of the e-mail about this edition; null once its token is no longer accepted. @throws Error if its token was made with another
   * CALLER_SECRET.
   */
  async letter({ user_id, edition }: ReadResetLetter): Promise<ResetLetterNow> {
    const reset = await this.resets.find(user_id);
    if (reset?.edition !== edition) return { letter: null };
    const user = await this.users.findByEmail(reset.email);
    if (!user || !reset.isOpenFor(user, this.clock.now())) return { letter: null };
    const token = this.tokens.ofReset(reset);
    if (hashOfSecret(token) !== reset.tokenHash) throw new Error('made with another CALLER_SECRET');
    return { letter: { to: user.email, token } };
  }
}

function notValid(): Invalid {
  return Invalid.field('token', 'This token is wrong, used or expired.');
}
