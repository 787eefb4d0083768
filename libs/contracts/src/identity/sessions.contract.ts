import { contract, costly, nothing, rpc } from '../kit/contract.ts';
import { Email, Nested, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { Empty } from '../requests.ts';

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

  @Timestamp({ description: 'Expires then, unless it is used before.' })
  readonly expires_at!: string;

  @Nested(UserReference)
  readonly user!: UserReference;
}

/** Login and logout (decisions 2). */
export const sessions = contract('identity.sessions', {
  logIn: costly(rpc(LogIn).by('anyone').returns(Session)),
  logOut: rpc(Empty).by('authenticated').returns(nothing),
});
