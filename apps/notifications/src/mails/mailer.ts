/** The content of an e-mail, as plain text and as HTML. */
export interface Body {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address at which one POST stops e-mails like this one (RFC 8058). */
  readonly oneClickStop?: string;
}

/** An e-mail with its recipient, ready for delivery. */
export interface Letter extends Body {
  /** The same whenever the letter is sent again, so that mailboxes show it once: `<id@domain>`. */
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
   * Resolves once the mail server has accepted the letter, with the server's answer, which often names the letter as its own log does.
   * @throws GivenUp when the server refuses the letter permanently; Error when it may accept it later. Neither has a secret or a recipient's address.
   */
  abstract send(letter: Letter): Promise<string>;
}
