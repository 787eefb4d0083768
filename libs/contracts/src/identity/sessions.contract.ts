import { contract, costly, lasting, nothing, rpc, secret, service } from '../kit/contract.ts';
import { Email, Integer, Nested, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { Empty } from '../requests.ts';
import { AddressedLetter } from './addressed-letter.ts';
import { NewPassword } from './new-password.ts';

/** Exchanges an e-mail address and a password for a user token. */
export class LogIn {
  @Email()
  readonly email!: string;

  @Text({ max: 1000 })
  readonly password!: string;
}

/** A user, as other objects refer to them. */
export class UserReference {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;
}

/** A user token; `token` is in this response only. */
export class Session {
  @Words({ description: 'Sent as `Authorization: Bearer <token>`.' })
  readonly token!: string;

  @Timestamp({ description: 'When the token expires; each use extends it.' })
  readonly expires_at!: string;

  @Nested(UserReference)
  readonly user!: UserReference;
}

/** Login and logout (decisions 2). */
export const sessions = contract('identity.sessions', {
  logIn: secret(costly(rpc(LogIn).by('anyone').returns(Session))),
  logOut: rpc(Empty).by('user_token').returns(nothing),
});

/** Requests an e-mail with a token to reset a password. */
export class RequestPasswordReset {
  @Email()
  readonly email!: string;
}

/** The answer, the same whether or not the e-mail has an account. */
export class PasswordResetRequest {}

/** Sets a password with the token from the e-mail, and logs in. */
export class ConfirmPasswordReset {
  @Text({ max: 255, description: 'The token from the e-mail. It can be used once, within an hour.' })
  readonly token!: string;

  @NewPassword()
  readonly password!: string;
}

/** Reads the content of the e-mail for a requested reset. */
export class ReadResetLetter {
  @Uuid()
  readonly user_id!: string;

  @Integer({ min: 1 })
  readonly edition!: number;
}

/** The content of an e-mail with a token to reset a password. */
export class ResetLetter extends AddressedLetter {
  @Words({ description: 'Created for this response and not stored.' })
  readonly token!: string;
}

/** The current content of an e-mail about a password reset. */
export class ResetLetterNow {
  @Nested(ResetLetter, { nullable: true, description: 'Null when the e-mail is out of date.' })
  readonly letter!: ResetLetter | null;
}

/**
 * The answer to a request for a reset is delayed on purpose; the call is lasting so that other calls do not wait for it.
 * Milliseconds.
 */
const REQUEST_MS = 10_000;

/** Password resets by e-mail (decisions 2). */
export const passwordResets = contract('identity.password-resets', {
  request: lasting(rpc(RequestPasswordReset).by('anyone').returns(PasswordResetRequest), { ms: REQUEST_MS }),
  confirm: secret(costly(rpc(ConfirmPasswordReset).by('anyone').returns(Session))),
  letter: secret(rpc(ReadResetLetter).by(service('notifications')).returns(ResetLetterNow)),
});
