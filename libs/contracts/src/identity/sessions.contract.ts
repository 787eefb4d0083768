import { contract, nothing, openRpc, rpc } from '../kit/contract.ts';
import { Email, Nested, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { Empty } from '../requests.ts';

export class LogIn {
  @Email()
  readonly email!: string;

  @Text({ max: 1000 })
  readonly password!: string;
}

export class UserReference {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;
}

/** A user token; `token` is shown here and never again. */
export class Session {
  @Words({ description: 'Sent as `Authorization: Bearer <token>`.' })
  readonly token!: string;

  @Timestamp({ description: 'Ends then, unless it is used before.' })
  readonly expires_at!: string;

  @Nested(UserReference)
  readonly user!: UserReference;
}

/** Login and logout (decisions 2). */
export const sessions = contract('identity.sessions', {
  logIn: openRpc(LogIn).returns(Session),
  logOut: rpc(Empty).returns(nothing),
});
