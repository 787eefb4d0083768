import { once } from 'node:events';
import { type AddressInfo, Socket, createServer } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { loadConfig } from '@pks/platform';
import { MailServer } from '@pks/testing';
import { NotificationsConfig } from '../notifications.config.ts';
import type { Letter } from './mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

const LETTER: Letter = {
  messageId: '<1@acme.test>',
  to: 'ana@acme.test',
  subject: 'Hello',
  text: 'Hello, Ana.',
  html: '<p>Hello, Ana.</p>',
};

const opened: { close: () => unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** The port of a server that greets in plain text, as a mail server does without TLS. */
async function aPlainServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.acme.test\r\n');
  });
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port at which nothing listens any more. */
async function aClosedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

function mailerAt(smtpUrl: string): SmtpMailer {
  const config = loadConfig(NotificationsConfig, { CALLER_SECRET: 'x'.repeat(32), SMTP_URL: smtpUrl });
  const mailer = new SmtpMailer(config);
  opened.push({ close: () => mailer.onModuleDestroy() });
  return mailer;
}

/** Why a letter is not sent to the mail server of an address. */
function refusalAt(smtpUrl: string): Promise<unknown> {
  return mailerAt(smtpUrl)
    .send(LETTER)
    .catch((error: unknown) => error);
}

describe('a letter that does not reach the mail server', () => {
  it('names the server and the reason of the system, and no user or password', async () => {
    const port = await aClosedPort();
    const refusal = await refusalAt(`smtp://robot:s3cret@127.0.0.1:${port}`);
    expect(refusal).toEqual(new Error(`ESOCKET ECONNREFUSED at 127.0.0.1:${port}`));
  });

  it('names the reason of TLS', async () => {
    const port = await aPlainServer();
    const refusal = await refusalAt(`smtps://robot:s3cret@127.0.0.1:${port}`);
    expect(refusal).toEqual(new Error(`ESOCKET ERR_SSL_WRONG_VERSION_NUMBER at 127.0.0.1:${port}`));
  });
});

describe('a letter that the mail server examines before it accepts it', () => {
  it('is waited for, almost as long as its job has', async () => {
    const mail = await MailServer.start();
    opened.push(mail);
    const port = Number(new URL(mail.url).port);
    const waits = jest.spyOn(Socket.prototype, 'setTimeout');
    opened.push({ close: () => waits.mockRestore() });
    let patience: number | undefined;
    mail.examine = async () => {
      const sockets = waits.mock.contexts.filter((one) => one instanceof Socket);
      patience = sockets.findLast(({ remotePort }) => remotePort === port)?.timeout;
    };
    await mailerAt(mail.url).send(LETTER);
    expect(mail.received).toHaveLength(1);
    expect(patience).toBeGreaterThan(200_000);
    expect(patience).toBeLessThan(300_000);
  });
});
