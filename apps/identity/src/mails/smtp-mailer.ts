import { Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { IdentityConfig } from '../identity.config.ts';
import { type Letter, Mailer } from './mailer.ts';

/** A server that does not speak is given up. All of it is shorter than a mail's lease. Milliseconds. */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Delivers over SMTP; letters are plain text with an HTML part, and fetch nothing. */
@Injectable()
export class SmtpMailer extends Mailer {
  override readonly isConfigured: boolean;
  override readonly domain: string;
  private readonly from: string;
  private readonly transport;

  constructor({ smtpUrl, mailFrom }: IdentityConfig) {
    super();
    this.isConfigured = smtpUrl !== undefined;
    this.from = mailFrom;
    this.domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost';
    this.transport = createTransport({ url: smtpUrl ?? 'smtp://127.0.0.1:25', ...PATIENCE });
  }

  override async send(letter: Letter): Promise<void> {
    const access = { disableFileAccess: true, disableUrlAccess: true };
    await this.transport.sendMail({ ...letter, ...access, from: this.from }).catch((error: unknown) => {
      throw new Error(reasonOf(error));
    });
  }

  override close(): void {
    this.transport.close();
  }
}

/** Words of the library and numbers of the server, never what was sent or answered. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const code = 'code' in error ? String(error.code) : 'unknown';
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code;
}
