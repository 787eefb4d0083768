import { Injectable } from '@nestjs/common';
import { REQUIRED } from '@pks/contracts';
import { Clock, Invalid } from '@pks/platform';
import { MailboxProofs } from '../sessions/mailbox-proofs.ts';
import { hashNewPassword } from '../sessions/passwords.ts';
import { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';

/** The account of an invited e-mail was created or proved since it was read. */
export class Overtaken extends Error {}

/** Who accepts an invite: a user to be created, one whose mailbox the acceptance proves, or one who keeps their password. */
export interface Invitee {
  readonly user: User;
  readonly as: 'newcomer' | 'prover' | 'holder';
  readonly passwordHash: string | null;
}

/** Whoever holds the token of an invite reads the mailbox that it was sent to: the account is theirs (decisions 2). */
@Injectable()
export class Invitees {
  constructor(
    private readonly users: UsersRepository,
    private readonly proofs: MailboxProofs,
    private readonly clock: Clock,
  ) {}

  /** The user who accepts an invite. @throws Invalid keyed to `password` if one is missing, or is sent for an account that keeps its own. */
  async identify(email: string, password: string | undefined): Promise<Invitee> {
    const user = await this.users.findByEmail(email);
    if (user && user.mailboxProvedAt !== null) {
      if (password === undefined) return { user, as: 'holder', passwordHash: null };
      throw Invalid.field('password', 'This e-mail has an account, which keeps its password: send none.');
    }
    if (password === undefined) throw Invalid.field('password', REQUIRED);
    const passwordHash = await hashNewPassword(password);
    if (user) return { user, as: 'prover', passwordHash };
    return { user: User.prove(email, passwordHash, this.clock.now()), as: 'newcomer', passwordHash };
  }

  /** The account, which is the invitee's from this transaction on. @throws Overtaken if it is no longer the one that was identified. */
  async claim({ user, as, passwordHash }: Invitee): Promise<User> {
    if (as === 'newcomer') {
      if (await this.users.addIfNew(user)) return user;
      throw new Overtaken();
    }
    const account = await this.users.lock(user.id);
    const isProved = account?.mailboxProvedAt !== null;
    if (account?.email !== user.email || isProved !== (as === 'holder')) throw new Overtaken();
    if (!isProved) await this.proofs.prove(account, passwordHash, this.clock.now());
    return account;
  }
}
