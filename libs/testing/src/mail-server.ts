import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@pks/stack';
import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually.ts';

/** An e-mail as received over SMTP, with its soft line breaks removed. */
export interface Received {
  readonly to: string;
  readonly source: string;
}

/** A real SMTP server on 127.0.0.1 that can be stopped and started again; clients that disconnect do it no harm. */
export class MailServer {
  readonly received: Received[] = [];
  /** The reply codes for addresses that are refused. */
  readonly refusals = new Map<string, number>();
  /** Runs between a mail's last line and its acceptance, as a content filter would. */
  examine: () => Promise<void> = () => Promise.resolve();
  private server: SMTPServer | undefined;
  private port = 0;

  /** If a folder is given, the last mail to each address is stored there, for other processes to read. */
  private constructor(private readonly folder: string | undefined) {}

  static async start(folder?: string): Promise<MailServer> {
    const mail = new MailServer(folder);
    await mail.open();
    return mail;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async open(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = this.refusals.get(address);
        done(responseCode === undefined ? undefined : Object.assign(new Error('refused'), { responseCode }));
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        text(stream)
          .then(async (source) => {
            await this.examine();
            this.keep({ to, source: source.replace(/=\r\n/g, '').replace(/=3D/g, '=') });
          })
          .then(() => done(), done);
      },
    });
    server.on('error', () => undefined);
    this.server = server;
    this.port ||= await freePort();
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server?.close(() => resolve()));
  }

  /** The mails to an address; waits until there are at least `count`. */
  async to(email: string, count = 1): Promise<Received[]> {
    const those = (): Received[] => this.received.filter(({ to }) => to === email);
    await eventually(`${count} mail for ${email} came`, () => those().length >= count);
    return those();
  }

  /** The token in the last mail to an address; waits until there are at least `count`. */
  async tokenFor(email: string, count = 1): Promise<string> {
    const source = (await this.to(email, count)).at(-1)?.source ?? '';
    return tokenIn(source);
  }

  private keep(mail: Received): void {
    this.received.push(mail);
    if (this.folder !== undefined) writeFileSync(join(this.folder, mail.to), mail.source);
  }
}

/** The token in the mail to an address that a server stored in a folder; waits for the mail. */
export async function mailedToken(folder: string, email: string): Promise<string> {
  const file = join(folder, email);
  await eventually(
    `a mail for ${email} came`,
    () => existsSync(file) && tokenIn(readFileSync(file, 'utf8')) !== '',
  );
  return tokenIn(readFileSync(file, 'utf8'));
}

function tokenIn(source: string): string {
  return /pk[ir]_\w{43}/.exec(source)?.[0] ?? '';
}
