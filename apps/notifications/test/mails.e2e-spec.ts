import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type InviteLetter, organizationInviteIssued } from '@pks/contracts';
import { MailServer, ServiceGround, eventually } from '@pks/testing';
import { pino } from 'pino';
import { notificationsService } from '../src/notifications-service.ts';
import {
  LETTER,
  ORGANIZATION_LETTER,
  type RunningMails,
  anIssue,
  serveLetters,
  startMails,
} from './running-mails.ts';

const TOKEN = LETTER.admittance?.token ?? '';
const FROM = 'Knowledge <knowledge@example.test>';

let mail: MailServer;
let ground: ServiceGround;
let identity: { stop(): Promise<void> };
let service: RunningMails;
let letter: InviteLetter | null = LETTER;
let logged = '';

const log = pino({ level: 'trace' }, { write: (line: string): void => void (logged += line) });
const serve = () => serveLetters(ground, () => letter);

beforeAll(async () => {
  mail = await MailServer.start();
  ground = await ServiceGround.open(notificationsService);
  identity = await serve();
  service = await startMails(ground, { env: { SMTP_URL: mail.url, MAIL_FROM: FROM }, log });
});
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
  it('is sent from the configured sender, as text and as HTML, under the id of its job, with the token', async () => {
    const issue = anIssue();
    await service.take(issue);
    const [{ source } = { source: '' }] = await mail.to(issue.payload.email);
    const [job] = await service.jobsTo(issue.payload.email);
    expect(source).toContain(`From: ${FROM}`);
    expect(source).toContain(`Message-ID: <${job?.id}@example.test>`);
    expect(source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(source).toContain('Content-Type: text/html; charset=utf-8');
    expect(source.split(TOKEN)).toHaveLength(3);
  });

  it('is sent once, however often its event arrives', async () => {
    const issue = anIssue();
    await Promise.all([service.take(issue), service.take(issue)]);
    await until(issue.payload.email, 'completed');
    await service.take(issue);
    expect(await service.jobsTo(issue.payload.email)).toHaveLength(1);
    expect(came(issue.payload.email)).toBe(1);
  });

  it('is not sent when it would no longer be true', async () => {
    letter = null;
    const { payload, ...issue } = anIssue();
    await service.take({ ...issue, payload });
    await until(payload.email, 'completed');
    letter = LETTER;
    expect(came(payload.email)).toBe(0);
  });
});

describe('an e-mail about an invite to an organization', () => {
  it('is sent with its token, once', async () => {
    const { id, occurredAt, requestId, payload } = anIssue();
    const issued = { organization_id: randomUUID(), user_id: randomUUID(), edition: 1, email: payload.email };
    const event = { id, occurredAt, requestId, subject: organizationInviteIssued.subject, payload: issued };
    await service.takeOrganization(event);
    await service.takeOrganization(event);
    const [{ source } = { source: '' }] = await mail.to(payload.email);
    expect(source).toContain('invites you to the organization');
    expect(source).toContain(ORGANIZATION_LETTER.admittance.token);
    await until(payload.email, 'completed');
    expect(came(payload.email)).toBe(1);
  });
});

describe('an e-mail waits', () => {
  it('while the identity service is away, which has its content', async () => {
    await identity.stop();
    const issue = anIssue();
    await service.take(issue);
    await until(issue.payload.email, 'retry');
    identity = await serve();
    await mail.to(issue.payload.email);
    expect(came(issue.payload.email)).toBe(1);
  });

  it('while the mail server is away', async () => {
    await mail.close();
    const issue = anIssue();
    await service.take(issue);
    await until(issue.payload.email, 'retry');
    await mail.open();
    await mail.to(issue.payload.email);
  });

  it('while the mail server refuses it temporarily', async () => {
    const issue = anIssue();
    mail.refusals.set(issue.payload.email, 451);
    await service.take(issue);
    await until(issue.payload.email, 'retry');
    expect(await service.jobsTo(issue.payload.email)).toMatchObject([
      { output: { reason: 'EENVELOPE 451' } },
    ]);
    mail.refusals.clear();
    await mail.to(issue.payload.email);
  });

  it('while no mail server is configured, which is warned of once', async () => {
    let said = '';
    const warnings = pino({ level: 'warn' }, { write: (line: string): void => void (said += line) });
    const other = await ServiceGround.open(notificationsService);
    const waiting = await startMails(other, { log: warnings });
    const letters = await serveLetters(other, () => LETTER);
    const issue = anIssue();
    await waiting.take(issue);
    expect(await waiting.jobsTo(issue.payload.email)).toMatchObject([{ state: 'created' }]);
    await waiting.stop();
    expect(said.match(/SMTP_URL is not set/g)).toHaveLength(1);
    const sending = await startMails(other, { env: { SMTP_URL: mail.url } });
    await mail.to(issue.payload.email);
    await sending.stop();
    await letters.stop();
    await other.remove();
  });
});

describe('an e-mail that is refused permanently', () => {
  it('is not retried, and stays for inspection', async () => {
    const issue = anIssue();
    mail.refusals.set(issue.payload.email, 550);
    await service.take(issue);
    await until(issue.payload.email, 'failed');
    expect(await service.jobsTo(issue.payload.email)).toMatchObject([
      { retry_count: 0, output: { reason: 'EENVELOPE 550' } },
    ]);
  });
});

describe('the content of e-mails', () => {
  it('is in no log line and no job', async () => {
    const issue = anIssue();
    await service.take(issue);
    await mail.to(issue.payload.email);
    await until(issue.payload.email, 'completed');
    expect(logged).toContain('EENVELOPE 550');
    expect(logged).not.toContain(TOKEN.slice(4));
    expect(logged).not.toContain('@example.test');
    expect(JSON.stringify(await service.jobsTo(issue.payload.email))).not.toContain(TOKEN.slice(4));
  });
});
