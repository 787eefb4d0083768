/** The content of an e-mail, as plain text and as HTML. */
export interface Body {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one POST stops e-mails such as this one (RFC 8058). */
  readonly oneClickStop?: string;
}

/** An e-mail with its recipient, ready for delivery. */
export interface Letter extends Body {
  /** The same whenever this mail is sent again, so that mailboxes show one: `<id@domain>`. */
  readonly messageId: string;
  readonly to: string;
}

/** Delivers e-mail. */
export abstract class Mailer {
  /** Whether a mail server is configured. */
  abstract readonly isConfigured: boolean;

  /** The domain of the sender's address. */
  abstract readonly domain: string;

  /**
   * Resolves once the mail server has accepted the letter, with its answer, which often names the letter in that server's own log.
   * @throws GivenUp when it is refused permanently; Error when it may be accepted later. None of these has a secret or an address.
   */
  abstract send(letter: Letter): Promise<string>;
}
