import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@pks/testing';
import { SMTPServer } from 'smtp-server';

/** An e-mail as it came over SMTP, its lines whole again. */
export interface Received {
  readonly to: string;
  readonly source: string;
}

/** A real SMTP server on 127.0.0.1 that can be taken away and brought back. */
export class MailServer {
  readonly received: Received[] = [];
  private server: SMTPServer | undefined;
  private port = 0;

  static async start(): Promise<MailServer> {
    const mail = new MailServer();
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
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        text(stream).then((source) => {
          this.received.push({ to, source: source.replace(/=\r\n/g, '').replace(/=3D/g, '=') });
          done();
        }, done);
      },
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()));
    this.port = (server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server?.close(() => resolve()));
  }

  /** What came for an address; waits for so many. */
  async to(email: string, count = 1): Promise<Received[]> {
    const those = (): Received[] => this.received.filter(({ to }) => to === email);
    await eventually(`${count} mail for ${email} came`, () => those().length >= count);
    return those();
  }

  /** The token in the last of so many e-mails to an address. */
  async tokenFor(email: string, count = 1): Promise<string> {
    const source = (await this.to(email, count)).at(-1)?.source ?? '';
    return /pki_\w{43}/.exec(source)?.[0] ?? '';
  }
}
