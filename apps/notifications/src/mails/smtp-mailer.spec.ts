import { once } from 'node:events';
import { type AddressInfo, Socket, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GivenUp, OutgoingRequests, loadConfig } from '@pks/platform';
import { MailServer } from '@pks/testing';
import { Registry } from 'prom-client';
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

let registry: Registry;
beforeEach(() => {
  registry = new Registry();
});
const opened: { close: () => unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

/** The port of a server that greets in plain text, like a mail server without TLS. */
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
  STARTTLS: '502 unknown',
  AUTH: '535 wrong password',
  MAIL: '550 not from here',
};

/**
 * Starts a local mail server that answers a command, by its first word or `.` for the end of a letter, with the given lines, and any
 * other with `250 OK`. Returns its port and the commands that it received.
 */
async function aServerThatSays(
  answers: Readonly<Record<string, string>>,
): Promise<{ readonly port: number; readonly commands: string[] }> {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail.acme.test\r\n');
    let isLetter = false;
    createInterface({ input: socket }).on('line', (line) => {
      const [command = ''] = line.split(' ');
      if (isLetter && line !== '.') return;
      isLetter = command === 'DATA';
      commands.push(command);
      socket.write(`${answers[command] ?? '250 OK'}\r\n`);
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
  const mailer = new SmtpMailer(config, new OutgoingRequests(registry));
  opened.push({ close: () => mailer.onModuleDestroy() });
  return mailer;
}

/** The answer of a mail server to a letter, or the error that kept the letter from being sent. */
function answerAt(smtpUrl: string): Promise<unknown> {
  return mailerAt(smtpUrl)
    .send(LETTER)
    .catch((error: unknown) => error);
}

/** The outcomes with a count above 0. */
async function counted(): Promise<readonly (string | undefined)[]> {
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => / [1-9]/.test(line)).map((line) => /outcome="(\w+)"/.exec(line)?.[1]);
}

describe('a letter that does not reach the mail server', () => {
  it('names the server and the reason of the system, and no user or password', async () => {
    const port = await aClosedPort();
    const refusal = await answerAt(`smtp://robot:s3cret@127.0.0.1:${port}`);
    expect(refusal).toEqual(new Error(`ESOCKET ECONNREFUSED at 127.0.0.1:${port}`));
    expect(await counted()).toEqual(['failed']);
  });

  it('names the reason of TLS', async () => {
    const port = await aPlainServer();
    const refusal = await answerAt(`smtps://robot:s3cret@127.0.0.1:${port}`);
    expect(refusal).toEqual(new Error(`ESOCKET ERR_SSL_WRONG_VERSION_NUMBER at 127.0.0.1:${port}`));
  });
});

describe('what the mail server says', () => {
  it('is kept in one line when it refuses, without what it quotes of the letter', async () => {
    const said = ['5.1.1 <ana@acme.test>: no such', '5.1.1 mailbox, https://acme.test/?token=pki_1 for'];
    const { port } = await aServerThatSays({ RCPT: `550-${said[0]}\r\n550 ${said[1]} ${'x'.repeat(900)}` });
    const refusal = await answerAt(`smtp://127.0.0.1:${port}`);
    expect(refusal).toBeInstanceOf(GivenUp);
    expect(await counted()).toEqual(['refused']);
    const { message } = refusal as GivenUp;
    expect(message).toMatch(/^EENVELOPE 550-5\.1\.1 … no such 550 5\.1\.1 mailbox, … for x+$/);
    expect(message.length).toBeLessThanOrEqual('EENVELOPE '.length + 200);
  });

  it('is kept when it accepts', async () => {
    const DATA = '354 go on';
    const { port } = await aServerThatSays({ DATA, '.': '250 2.0.0 Ok: queued as 4fXy1' });
    expect(await answerAt(`smtp://127.0.0.1:${port}`)).toBe('250 2.0.0 Ok: queued as 4fXy1');
    expect(await counted()).toEqual(['ok']);
  });
});

describe('the password of the mail server', () => {
  it('is not kept where the server says it', async () => {
    const said = Buffer.from('\0robot\0s3cret').toString('base64');
    const { port } = await aServerThatSays({ ...UNENCRYPTED, AUTH: `500 unknown: "AUTH PLAIN ${said}"` });
    expect(await answerAt(`smtp://robot:s3cret@127.0.0.1:${port}`)).toEqual(new Error('EAUTH 500'));
  });

  it('is not sent to another machine that does not encrypt', async () => {
    const { port, commands } = await aServerThatSays(UNENCRYPTED);
    const refusal = await answerAt(`smtp://robot:s3cret@0.0.0.0:${port}`);
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
    const { port, commands } = await aServerThatSays(UNENCRYPTED);
    expect(await answerAt(`smtp://robot:s3cret@${host}:${port}${query}`)).toEqual(new Error('EAUTH 535'));
    expect(commands).toEqual(['EHLO', 'AUTH']);
  });

  it('alone has to be encrypted', async () => {
    const { port, commands } = await aServerThatSays(UNENCRYPTED);
    await answerAt(`smtp://0.0.0.0:${port}`);
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
