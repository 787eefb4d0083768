/** What an e-mail says, as plain text and as HTML. */
export interface Body {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An e-mail as it is handed to whoever delivers it. */
export interface Letter extends Body {
  /** The same whenever this mail is sent again, so that its readers see one: `<id@domain>`. */
  readonly messageId: string;
  readonly to: string;
}

/** Delivers e-mail. */
export abstract class Mailer {
  /** Whether there is anywhere to deliver to. */
  abstract readonly isConfigured: boolean;

  /** The part behind the @ of who writes. */
  abstract readonly domain: string;

  /**
   * Resolves once the letter is taken over.
   * @throws GivenUp when it is refused for good; Error when it may be taken over later; neither names a secret.
   */
  abstract send(letter: Letter): Promise<void>;
}
