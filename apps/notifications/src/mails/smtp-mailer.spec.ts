import { once } from 'node:events';
import { type AddressInfo, Socket, createServer } from 'node:net';
import { createInterface } from 'node:readline';
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

/** What a mail server without STARTTLS answers; it lets nobody in. */
const UNENCRYPTED: Readonly<Record<string, string>> = {
  EHLO: '250-mail.acme.test\r\n250 AUTH PLAIN',
  AUTH: '535 wrong password',
  MAIL: '550 not from here',
};

/** Such a server on this machine: its port, and the commands that it was sent. */
async function anUnencryptedServer(): Promise<{ readonly port: number; readonly commands: string[] }> {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.acme.test\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const [command = ''] = line.split(' ');
      commands.push(command);
      socket.write(`${UNENCRYPTED[command] ?? '502 unknown'}\r\n`);
    });
  });
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, commands };
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

describe('the password of the mail server', () => {
  it('is not sent to another machine that does not encrypt', async () => {
    const { port, commands } = await anUnencryptedServer();
    const refusal = await refusalAt(`smtp://robot:s3cret@0.0.0.0:${port}`);
    expect(refusal).toEqual(
      new Error(
        `ETLS 502 at 0.0.0.0:${port}: it refuses STARTTLS, and nothing is sent unencrypted (SMTP_URL)`,
      ),
    );
    expect(commands).toEqual(['EHLO', 'STARTTLS']);
  });

  it.each([
    ['where the address says so', '0.0.0.0', '?requireTLS=false'],
    ['to this machine', '127.0.0.1', ''],
  ])('is sent unencrypted %s', async (_where, host, query) => {
    const { port, commands } = await anUnencryptedServer();
    expect(await refusalAt(`smtp://robot:s3cret@${host}:${port}${query}`)).toEqual(new Error('EAUTH 535'));
    expect(commands).toEqual(['EHLO', 'AUTH']);
  });

  it('alone has to be encrypted', async () => {
    const { port, commands } = await anUnencryptedServer();
    await refusalAt(`smtp://0.0.0.0:${port}`);
    expect(commands).toEqual(['EHLO', 'MAIL']);
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
