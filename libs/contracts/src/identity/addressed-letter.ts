import { Email } from '../kit/fields.ts';

/** The content of an e-mail, with its recipient. */
export class AddressedLetter {
  /** The address of the account or of the invite. Absent from answers of an identity service of the previous release. */
  @Email({ optional: true })
  readonly to?: string;
}
