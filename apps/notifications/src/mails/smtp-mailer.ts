import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GivenUp, reach } from '@pks/platform';
import { createTransport } from 'nodemailer';
import { NotificationsConfig } from '../notifications.config.ts';
import { type Letter, Mailer } from './mailer.ts';

/**
 * Timeouts for a server that does not respond. Milliseconds. Once it has greeted, it has minutes (RFC 5321, 4.5.3.2), as many as fit into the
 * 5 of a job: a letter that it is still examining when its client gives up is accepted all the same, and sent again.
 */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 240_000,
};
/** Nothing is read or fetched to send a letter, and its lines stay legible in transit. */
const AS_WRITTEN = {
  disableFileAccess: true,
  disableUrlAccess: true,
  textEncoding: 'quoted-printable',
} as const;
/** The commands at which a refusal concerns the letter and not the sender. */
const ABOUT_THE_LETTER: readonly unknown[] = ['RCPT TO', 'DATA'];
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/i;

/** Delivers over SMTP. */
@Injectable()
export class SmtpMailer extends Mailer implements OnModuleDestroy {
  override readonly isConfigured: boolean;
  override readonly domain: string;
  private readonly from: string;
  private readonly server: string;
  private readonly transport;

  constructor({ smtpUrl, mailFrom }: NotificationsConfig) {
    super();
    this.isConfigured = smtpUrl !== undefined;
    this.from = mailFrom;
    this.domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost';
    const url = smtpUrl ?? 'smtp://127.0.0.1:25';
    this.server = serverOf(url);
    this.transport = createTransport({ url, ...PATIENCE, requireTLS: hasSecretToKeep(url) });
  }

  override async send({ to: address, oneClickStop, ...letter }: Letter): Promise<void> {
    const to = { name: '', address };
    await this.transport
      .sendMail({ ...letter, ...AS_WRITTEN, headers: stoppedAt(oneClickStop), to, from: this.from })
      .catch((error: unknown) => {
        throw refusalOf(error, this.server);
      });
    reach('mailed');
  }

  onModuleDestroy(): void {
    this.transport.close();
  }
}

/** The headers by which a mail client offers to stop such e-mails (RFC 8058). */
function stoppedAt(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Whether a password is sent to another machine: encrypted then, or not at all, unless the address has `?requireTLS=false`, which prevails. */
function hasSecretToKeep(address: string): boolean {
  const { protocol, hostname, password } = new URL(address);
  return protocol === 'smtp:' && password !== '' && !THIS_MACHINE.test(hostname);
}

/** The host and port of an address, without its user and password. */
function serverOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}

/** Codes of the library, the system and the server, never what was sent or received. */
function refusalOf(error: unknown, server: string): Error {
  if (typeof error !== 'object' || error === null) return new Error('unknown');
  const code = 'code' in error ? String(error.code) : 'unknown';
  if (!('responseCode' in error)) return new Error(`${[code, ...causeOf(error)].join(' ')} at ${server}`);
  const reason = `${code} ${String(error.responseCode)}`;
  if ('command' in error && error.command === 'STARTTLS')
    return new Error(
      `${reason} at ${server}: it refuses STARTTLS, and nothing is sent unencrypted (SMTP_URL)`,
    );
  const isAboutTheLetter = 'command' in error && ABOUT_THE_LETTER.includes(error.command);
  return isAboutTheLetter && Number(error.responseCode) >= 500 ? new GivenUp(reason) : new Error(reason);
}

/** What the library's own code stands for: the system's, such as ECONNREFUSED, or that of TLS, or what took too long. */
function causeOf(error: object): readonly string[] {
  if ('originalCode' in error) return [String(error.originalCode)];
  return 'timeoutType' in error ? [String(error.timeoutType)] : [];
}
