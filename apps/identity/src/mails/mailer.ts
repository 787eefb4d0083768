/** An e-mail as it is handed to whoever delivers it. */
export interface Letter {
  /** The same whenever this mail is sent again, so that its readers see one: `<id@domain>`. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers e-mail. */
export abstract class Mailer {
  /** Whether there is anywhere to deliver to. */
  abstract readonly isConfigured: boolean;

  /** The part behind the @ of who writes. */
  abstract readonly domain: string;

  /** Resolves once the letter is taken over. @throws Error when it is not; its message names no secret. */
  abstract send(letter: Letter): Promise<void>;

  abstract close(): void;
}
