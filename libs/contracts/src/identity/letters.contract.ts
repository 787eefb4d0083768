import { contract, openRpc } from '../kit/contract.ts';
import { Integer, Nested, OneOf, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { INVITE_TYPES, type InviteType } from './invites.contract.ts';

/** What an e-mail about an invite has to say, by what its event told. */
export class ReadLetter extends InProject {
  @Uuid()
  readonly invite_id!: string;

  @Integer({ min: 1 })
  readonly edition!: number;

  @OneOf(INVITE_TYPES)
  readonly kind!: InviteType;
}

/** By what an invite is accepted. */
export class Admittance {
  @Words({ description: 'Made for this answer, and kept nowhere.' })
  readonly token!: string;

  @Timestamp()
  readonly expires_at!: string;
}

/** The content of an e-mail about an invite. */
export class InviteLetter {
  @Words()
  readonly project_name!: string;

  @Words()
  readonly inviter_email!: string;

  @Nested(Admittance, { nullable: true, description: 'Null for who is a member already.' })
  readonly admittance!: Admittance | null;
}

/** A letter, as long as it is true. */
export class LetterNow {
  @Nested(InviteLetter, { nullable: true, description: 'Null when it would not be true any more.' })
  readonly letter!: InviteLetter | null;
}

/** What e-mails say: asked by the service that sends them, at the time of sending, never by the gateway. */
export const letters = contract('identity.letters', {
  read: openRpc(ReadLetter).returns(LetterNow),
});
