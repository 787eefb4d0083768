import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that records the recipient and the Message-ID of each mail. */
export class Mailbox {
  /** The Message-IDs of the mails received at an address, with repetitions. */
  readonly received = new Map<string, string[]>();
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      text(stream).then((source) => {
        for (const { address } of session.envelope.rcptTo) this.keep(address, source);
        done();
      }, done);
    },
  });

  /** Opens the server. A killed client closes its connection with an error. */
  async open(): Promise<string> {
    this.server.on('error', () => undefined);
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', () => resolve()));
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private keep(address: string, source: string): void {
    const id = /^Message-ID:\s*(<[^>]+>)/im.exec(source)?.[1] ?? '';
    this.received.set(address, [...(this.received.get(address) ?? []), id]);
  }
}
