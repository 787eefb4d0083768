import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InviteLetter } from '@pks/contracts';
import { MailServer, eventually } from '@pks/testing';
import { pino } from 'pino';
import {
  type Ground,
  LETTER,
  type RunningMails,
  aGround,
  anIssue,
  serveLetters,
  startMails,
} from './running-mails.ts';

const TOKEN = LETTER.admittance?.token ?? '';
const FROM = 'Knowledge <knowledge@example.test>';

let mail: MailServer;
let ground: Ground;
let identity: { stop(): Promise<void> };
let service: RunningMails;
let letter: InviteLetter | null = LETTER;
let logged = '';

const log = pino({ level: 'trace' }, { write: (line: string): void => void (logged += line) });
const serve = () => serveLetters(ground, () => letter);

beforeAll(async () => {
  mail = await MailServer.start();
  ground = await aGround();
  identity = await serve();
  service = await startMails(ground, { SMTP_URL: mail.url, MAIL_FROM: FROM }, log);
}, 60_000);
afterAll(async () => {
  await service.stop();
  await identity.stop();
  await mail.close();
  await ground.remove();
});

const came = (email: string): number => mail.received.filter(({ to }) => to === email).length;
const stateOf = async (email: string): Promise<string | undefined> => (await service.jobsTo(email))[0]?.state;
const until = (email: string, state: string): Promise<void> =>
  eventually(`the job is ${state}`, async () => (await stateOf(email)) === state);

describe('an e-mail about an invite', () => {
  it('comes from the configured sender, as text and as HTML, under the id of its job, with the token', async () => {
    const issue = anIssue();
    await service.tell(issue);
    const [{ source } = { source: '' }] = await mail.to(issue.payload.email);
    const [job] = await service.jobsTo(issue.payload.email);
    expect(source).toContain(`From: ${FROM}`);
    expect(source).toContain(`Message-ID: <${job?.id}@example.test>`);
    expect(source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(source).toContain('Content-Type: text/html; charset=utf-8');
    expect(source.split(TOKEN)).toHaveLength(3);
  });

  it('comes once, however often its event does', async () => {
    const issue = anIssue();
    await Promise.all([service.tell(issue), service.tell(issue)]);
    await until(issue.payload.email, 'completed');
    await service.tell(issue);
    expect(await service.jobsTo(issue.payload.email)).toHaveLength(1);
    expect(came(issue.payload.email)).toBe(1);
  });

  it('does not come when it would not be true any more', async () => {
    letter = null;
    const { payload, ...issue } = anIssue();
    await service.tell({ ...issue, payload });
    await until(payload.email, 'completed');
    letter = LETTER;
    expect(came(payload.email)).toBe(0);
  });
});

describe('an e-mail waits', () => {
  it('while nobody can tell what it says', async () => {
    await identity.stop();
    const issue = anIssue();
    await service.tell(issue);
    await until(issue.payload.email, 'retry');
    identity = await serve();
    await mail.to(issue.payload.email);
    expect(came(issue.payload.email)).toBe(1);
  });

  it('while the mail server is away', async () => {
    await mail.close();
    const issue = anIssue();
    await service.tell(issue);
    await until(issue.payload.email, 'retry');
    await mail.open();
    await mail.to(issue.payload.email);
  });

  it('while the mail server refuses it for the moment', async () => {
    const issue = anIssue();
    mail.refusals.set(issue.payload.email, 451);
    await service.tell(issue);
    await until(issue.payload.email, 'retry');
    expect(await service.jobsTo(issue.payload.email)).toMatchObject([
      { output: { reason: 'EENVELOPE 451' } },
    ]);
    mail.refusals.clear();
    await mail.to(issue.payload.email);
  });

  it('while there is no mail server, which one warning says', async () => {
    let said = '';
    const warnings = pino({ level: 'warn' }, { write: (line: string): void => void (said += line) });
    const other = await aGround();
    const waiting = await startMails(other, {}, warnings);
    const letters = await serveLetters(other, () => LETTER);
    const issue = anIssue();
    await waiting.tell(issue);
    expect(await waiting.jobsTo(issue.payload.email)).toMatchObject([{ state: 'created' }]);
    await waiting.stop();
    expect(said.match(/SMTP_URL is not set/g)).toHaveLength(1);
    const sending = await startMails(other, { SMTP_URL: mail.url });
    await mail.to(issue.payload.email);
    await sending.stop();
    await letters.stop();
    await other.remove();
  });
});

describe('an e-mail that is refused for good', () => {
  it('is not tried again, and stays to be looked at', async () => {
    const issue = anIssue();
    mail.refusals.set(issue.payload.email, 550);
    await service.tell(issue);
    await until(issue.payload.email, 'failed');
    expect(await service.jobsTo(issue.payload.email)).toMatchObject([
      { retry_count: 0, output: { reason: 'EENVELOPE 550' } },
    ]);
  });
});

describe('what e-mails say', () => {
  it('is in no log line and no job', async () => {
    const issue = anIssue();
    await service.tell(issue);
    await mail.to(issue.payload.email);
    await until(issue.payload.email, 'completed');
    expect(logged).toContain('EENVELOPE 550');
    expect(logged).not.toContain(TOKEN.slice(4));
    expect(logged).not.toContain('@example.test');
    expect(JSON.stringify(await service.jobsTo(issue.payload.email))).not.toContain(TOKEN.slice(4));
  });
});
