import { contract, rpc, secret, service } from '../kit/contract.ts';
import { Flag, Integer, Nested, OneOf, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { AddressedLetter } from './addressed-letter.ts';
import { INVITE_TYPES, type InviteType } from './invites.contract.ts';

/** Reads the content of the e-mail that an event about an invite calls for. */
export class ReadLetter extends InProject {
  @Uuid()
  readonly invite_id!: string;

  @Integer({ min: 1 })
  readonly edition!: number;

  @OneOf(INVITE_TYPES)
  readonly kind!: InviteType;
}

/** The token with which an invite is accepted. */
export class Admittance {
  @Words({ description: 'Created for this response and not stored.' })
  readonly token!: string;

  @Timestamp()
  readonly expires_at!: string;

  @Flag({
    description: 'Whether a password is chosen with it; an account that keeps its password sends none.',
  })
  readonly needs_password!: boolean;
}

/** Reads the content of the e-mail that an invite to an organization calls for. */
export class ReadOrganizationLetter {
  @Uuid()
  readonly organization_id!: string;

  @Uuid()
  readonly user_id!: string;

  @Integer({ min: 1 })
  readonly edition!: number;
}

/** The content of an e-mail about an invite to an organization. */
export class OrganizationLetter extends AddressedLetter {
  @Words()
  readonly organization_name!: string;

  @Words()
  readonly inviter_email!: string;

  @Nested(Admittance)
  readonly admittance!: Admittance;
}

/** The current content of an e-mail about an invite to an organization. */
export class OrganizationLetterNow {
  @Nested(OrganizationLetter, { nullable: true, description: 'Null when the e-mail is out of date.' })
  readonly letter!: OrganizationLetter | null;
}

/** The content of an e-mail about an invite to a project. */
export class InviteLetter extends AddressedLetter {
  @Words()
  readonly project_name!: string;

  @Words()
  readonly inviter_email!: string;

  @Nested(Admittance, { nullable: true, description: 'Null when the user is already a member.' })
  readonly admittance!: Admittance | null;
}

/** The current content of an e-mail about an invite to a project. */
export class LetterNow {
  @Nested(InviteLetter, { nullable: true, description: 'Null when the e-mail is out of date.' })
  readonly letter!: InviteLetter | null;
}

/** The content of e-mails, for the service that sends them, read at the time of sending. */
export const letters = contract('identity.letters', {
  read: secret(rpc(ReadLetter).by(service('notifications')).returns(LetterNow)),
  readOrganization: secret(
    rpc(ReadOrganizationLetter).by(service('notifications')).returns(OrganizationLetterNow),
  ),
});
