import { Email } from '../kit/fields.ts';

/** The content of an e-mail, with its recipient. */
export class AddressedLetter {
  /** The address of the account, or the one that was invited. An identity service of the previous release leaves it out. */
  @Email({ optional: true })
  readonly to?: string;
}
