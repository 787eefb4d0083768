import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type CountOutgoing, GivenUp, type OutgoingOutcome, OutgoingRequests, reach } from '@pks/platform';
import { createTransport } from 'nodemailer';
import { NotificationsConfig } from '../notifications.config.ts';
import { type Letter, Mailer } from './mailer.ts';

/**
 * Timeouts for a server that does not respond. Milliseconds. After its greeting, the server gets minutes (RFC 5321, 4.5.3.2), as many as fit
 * into the 5 of a job: a letter that it is still examining when this client gives up is accepted all the same, and sent again.
 */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 240_000,
};
/** Sending a letter reads no file and fetches nothing, and its lines stay legible in transit. */
const AS_WRITTEN = {
  disableFileAccess: true,
  disableUrlAccess: true,
  textEncoding: 'quoted-printable',
} as const;
/** The commands at which a refusal concerns the letter and not the sender. */
const ABOUT_THE_LETTER: readonly unknown[] = ['RCPT TO', 'DATA'];
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/i;
/** The server's answer is cut to this length. Characters. */
const LONGEST_SAYING = 200;
/** Words of the answer that are left out: they may quote the address, or a link of the letter with its token. */
const QUOTED = /@|:\/\/|token=|pk[a-z]_/;

/** Delivers over SMTP. */
@Injectable()
export class SmtpMailer extends Mailer implements OnModuleDestroy {
  override readonly isConfigured: boolean;
  override readonly domain: string;
  private readonly from: string;
  private readonly server: string;
  private readonly transport;
  private readonly count: CountOutgoing | undefined;

  constructor({ smtpUrl, mailFrom }: NotificationsConfig, outgoing: OutgoingRequests) {
    super();
    this.isConfigured = smtpUrl !== undefined;
    this.count = this.isConfigured ? outgoing.to('smtp') : undefined;
    this.from = mailFrom;
    this.domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost';
    const url = smtpUrl ?? 'smtp://127.0.0.1:25';
    this.server = serverOf(url);
    this.transport = createTransport({ url, ...PATIENCE, requireTLS: hasSecretToKeep(url) });
  }

  override async send({ to: address, oneClickStop, ...letter }: Letter): Promise<string> {
    const to = { name: '', address };
    const { response } = await this.transport
      .sendMail({ ...letter, ...AS_WRITTEN, headers: stoppedAt(oneClickStop), to, from: this.from })
      .catch((error: unknown) => {
        this.count?.(outcomeOf(error));
        throw refusalOf(error, this.server);
      });
    this.count?.('ok');
    reach('mailed');
    return sayingOf(response);
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

/** Whether a password is sent to another machine: then it is encrypted or not sent at all, unless the address has `?requireTLS=false`. */
function hasSecretToKeep(address: string): boolean {
  const { protocol, hostname, password } = new URL(address);
  return protocol === 'smtp:' && password !== '' && !THIS_MACHINE.test(hostname);
}

/** The host and port of an address, without its user and password. */
function serverOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}

function outcomeOf(error: unknown): OutgoingOutcome {
  if (typeof error !== 'object' || error === null) return 'failed';
  if ('responseCode' in error) return 'refused';
  const isLate = 'timeoutType' in error || ('code' in error && error.code === 'ETIMEDOUT');
  return isLate ? 'timeout' : 'failed';
}

/** A server's answer on one line, shortened, without words that may quote the letter. */
function sayingOf(response: string): string {
  const words = response.trim().split(/\s+/);
  const kept = words.map((word) => (QUOTED.test(word) ? '…' : word));
  return kept.join(' ').slice(0, LONGEST_SAYING);
}

/** An error with the codes of the library and the system, and the server's answer without words that may quote the letter; of that to a password, only the code. */
function refusalOf(error: unknown, server: string): Error {
  if (typeof error !== 'object' || error === null) return new Error('unknown');
  const code = 'code' in error ? String(error.code) : 'unknown';
  if (!('responseCode' in error)) return new Error(`${[code, ...causeOf(error)].join(' ')} at ${server}`);
  if ('command' in error && error.command === 'STARTTLS')
    return new Error(
      `${code} ${String(error.responseCode)} at ${server}: it refuses STARTTLS, and nothing is sent unencrypted (SMTP_URL)`,
    );
  // Some servers quote the password in their answer to it.
  const isSaid = code !== 'EAUTH' && 'response' in error;
  const said = isSaid ? sayingOf(String(error.response)) : String(error.responseCode);
  const reason = `${code} ${said}`;
  const isAboutTheLetter = 'command' in error && ABOUT_THE_LETTER.includes(error.command);
  return isAboutTheLetter && Number(error.responseCode) >= 500 ? new GivenUp(reason) : new Error(reason);
}

/** The code behind the library's own: the system's, such as ECONNREFUSED, or that of TLS; or else which step took too long. */
function causeOf(error: object): readonly string[] {
  if ('originalCode' in error) return [String(error.originalCode)];
  return 'timeoutType' in error ? [String(error.timeoutType)] : [];
}
