import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type InterviewLetter, type InviteLetter, type ReadInterviewLetter } from '@pks/contracts';
import { logTo } from '@pks/platform';
import { MailServer, ServiceGround, eventually } from '@pks/testing';
import { notificationsService } from '../src/notifications.ts';
import {
  INTERVIEW_LETTER,
  LETTER,
  ORGANIZATION_LETTER,
  REMINDED_AT,
  REMINDER,
  type RunningMails,
  type Stoppable,
  addresses,
  anIssue,
  ofAnAccount,
  ofInterview,
  serveInterviewLetters,
  serveLetters,
  serveResetLetters,
  startMails,
} from './running-mails.ts';

const TOKEN = LETTER.admittance?.token ?? '';
const RESET_TOKEN = `pkr_${'c3'.repeat(21)}d`;
const STOP_TOKEN = REMINDER.stop_reminders_token ?? '';
const BASE_URL = 'https://eu.test/api/v1';
const FROM = 'Knowledge <knowledge@example.test>';

let mail: MailServer;
let ground: ServiceGround;
let identity: Stoppable;
let resets: Stoppable;
let interviews: Stoppable;
let service: RunningMails;
let letter: InviteLetter | null = LETTER;
/** The recipient in the letters of the identity service; those of the previous release name none. */
let addressed: { readonly to?: string } = {};
let isDone = false;
let logged = '';

const log = logTo({ write: (line) => void (logged += line) }, 'test', 'trace');
/** When the current reminder was due. Reminders due at another time are outdated, unless somebody sent them by hand. */
let lastReminder = REMINDED_AT;
function interviewLetter(request: ReadInterviewLetter): InterviewLetter | null {
  const { interview_id, kind, reminded_at = lastReminder, by_hand = false } = request;
  if (isDone || (reminded_at !== lastReminder && !by_hand)) return null;
  const to = addresses.get(interview_id) ?? '';
  return { ...(kind === 'reminder' ? REMINDER : INTERVIEW_LETTER), to };
}
const serve = () =>
  serveLetters(
    ground,
    () => letter && { ...letter, ...addressed },
    () => ({ ...ORGANIZATION_LETTER, ...addressed }),
  );

beforeAll(async () => {
  mail = await MailServer.start();
  ground = await ServiceGround.open(notificationsService);
  identity = await serve();
  resets = await serveResetLetters(ground, () => ({ token: RESET_TOKEN, ...addressed }));
  interviews = await serveInterviewLetters(ground, interviewLetter);
  const env = { SMTP_URL: mail.url, MAIL_FROM: FROM, PUBLIC_BASE_URL: BASE_URL };
  service = await startMails(ground, { env, log });
});
afterAll(async () => {
  await service.stop();
  await identity.stop();
  await resets.stop();
  await interviews.stop();
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
    const [text = '', html = ''] = source.split('Content-Type: text/html');
    for (const part of [text, html]) expect(part).toContain(`/accept-invite?token=${TOKEN}`);
  });

  it('is sent once, however often its event arrives', async () => {
    const issue = anIssue();
    await Promise.all([service.take(issue), service.take(issue)]);
    await until(issue.payload.email, 'completed');
    await service.take(issue);
    const { email } = issue.payload;
    expect(await service.jobsTo(email)).toMatchObject([
      { output: { sent: true, to: email, response: expect.stringMatching(/^250 OK/) } },
    ]);
    expect(came(email)).toBe(1);
  });

  it('is not sent when it would no longer be true', async () => {
    letter = null;
    const { payload, ...issue } = anIssue();
    await service.take({ ...issue, payload });
    await until(payload.email, 'completed');
    letter = LETTER;
    expect(came(payload.email)).toBe(0);
    expect(await service.jobsTo(payload.email)).toMatchObject([
      { output: { sent: false, reason: 'What it would say is no longer true.' } },
    ]);
  });
});

describe('an e-mail about an invite to an organization', () => {
  it('is sent with its token, once', async () => {
    const email = `${randomUUID()}@example.test`;
    const { issued } = ofAnAccount(email);
    await service.takeOrganization(issued);
    await service.takeOrganization(issued);
    const [{ source } = { source: '' }] = await mail.to(email);
    expect(source).toContain('invites you to the organization');
    expect(source).toContain(ORGANIZATION_LETTER.admittance.token);
    await until(email, 'completed');
    expect(came(email)).toBe(1);
  });
});

describe('an e-mail with a token', () => {
  const take = async (email: string): Promise<void> => {
    const { issued, requested } = ofAnAccount(email);
    await service.take(anIssue({ email }));
    await service.takeOrganization(issued);
    await service.takeReset(requested);
  };

  it('goes to the address that the identity service names, not to another one in its event', async () => {
    const [named, other] = [`${randomUUID()}@example.test`, `${randomUUID()}@example.test`];
    addressed = { to: named };
    await take(other);
    const sources = (await mail.to(named, 3)).map(({ source }) => source);
    for (const token of [TOKEN, ORGANIZATION_LETTER.admittance.token, RESET_TOKEN])
      expect(sources.filter((source) => source.includes(token))).toHaveLength(1);
    await eventually('all jobs are completed', async () =>
      (await service.jobsTo(other)).every(({ state }) => state === 'completed'),
    );
    addressed = {};
    expect(came(other)).toBe(0);
  });

  it('goes to the address in its event while an identity service of the previous release names none', async () => {
    const email = `${randomUUID()}@example.test`;
    await take(email);
    await mail.to(email, 3);
  });
});

describe('an e-mail about an interview', () => {
  const email = 'eva+interviews@example.test';

  it('is sent once when it is assigned, and once per reminder', async () => {
    const { assignment, reminder } = ofInterview(email);
    for (const event of [assignment, assignment, reminder, reminder]) await service.takeInterview(event);
    const sources = (await mail.to(email, 2)).map(({ source }) => source);
    expect(sources.filter((source) => source.includes('asks you to take the interview'))).toHaveLength(1);
    expect(sources.filter((source) => source.includes('and is still waiting'))).toHaveLength(1);
    expect(await service.jobsTo(email)).toHaveLength(2);
  });

  it('carries, as a reminder, what stops them by one click', async () => {
    const { assignment, reminder } = ofInterview();
    const { project_id, interview_id, assigned_to_email: to } = reminder.payload;
    const stop = `${BASE_URL}/projects/${project_id}/interviews/${interview_id}/stop-reminders-by-mail/`;
    await service.takeInterview(reminder);
    const [{ source } = { source: '' }] = await mail.to(to);
    const headers = `\r\n${source}`.split('\r\n\r\n', 1)[0]?.replace(/\r\n /g, ' ');
    expect(headers).toContain(`\r\nList-Unsubscribe: <${stop}?token=${STOP_TOKEN}>\r\n`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    await service.takeInterview(assignment);
    expect((await mail.to(to, 2)).at(-1)?.source).not.toContain('List-Unsubscribe');
  });

  it('is not sent for a reminder that a later one has replaced', async () => {
    lastReminder = '2026-12-09T12:00:00.000Z';
    const { reminder } = ofInterview();
    const to = reminder.payload.assigned_to_email;
    await service.takeInterview(reminder);
    await until(to, 'completed');
    expect(came(to)).toBe(0);
    lastReminder = REMINDED_AT;
    await service.takeInterview({ ...reminder, id: randomUUID() });
    await mail.to(to);
  });

  it('says whether it is a reminder that somebody sent', async () => {
    lastReminder = '2026-12-09T12:00:00.000Z';
    const { reminder } = ofInterview();
    const { payload } = reminder;
    await service.takeInterview({ ...reminder, payload: { ...payload, by_hand: true } });
    await mail.to(payload.assigned_to_email);
    lastReminder = REMINDED_AT;
  });

  it('goes to the address that its recipient has by the time it is sent', async () => {
    const { assignment, reminder } = ofInterview();
    const old = reminder.payload.assigned_to_email;
    addresses.set(reminder.payload.interview_id, 'renamed@example.test');
    for (const event of [assignment, reminder]) await service.takeInterview(event);
    await until(old, 'completed');
    expect(came(old)).toBe(0);
    await mail.to('renamed@example.test', 2);
  });

  it('is not sent when there is nothing left to do', async () => {
    isDone = true;
    const { reminder } = ofInterview();
    const to = reminder.payload.assigned_to_email;
    await service.takeInterview(reminder);
    await until(to, 'completed');
    isDone = false;
    expect(came(to)).toBe(0);
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
      { output: { reason: 'EENVELOPE 451 refused' } },
    ]);
    mail.refusals.clear();
    await mail.to(issue.payload.email);
  });

  it('while no mail server is configured, which is warned of once', async () => {
    let said = '';
    const warnings = logTo({ write: (line) => void (said += line) }, 'test', 'warn');
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

describe('an e-mail that the mail server still examines', () => {
  it('is sent once where its process is asked to stop meanwhile', async () => {
    const other = await ServiceGround.open(notificationsService);
    const letters = await serveLetters(other, () => LETTER);
    const options = { env: { SMTP_URL: mail.url } };
    const stopping = await startMails(other, options);
    const arrived = Promise.withResolvers<void>();
    const examined = Promise.withResolvers<void>();
    mail.examine = () => {
      arrived.resolve();
      return examined.promise;
    };
    const issue = anIssue();
    const { email } = issue.payload;
    await stopping.take(issue);
    await arrived.promise;
    const stopped = stopping.stop();
    examined.resolve();
    await stopped;
    const next = await startMails(other, options);
    expect(await next.jobsTo(email)).toMatchObject([{ state: 'completed', retry_count: 0 }]);
    expect(came(email)).toBe(1);
    mail.examine = () => Promise.resolve();
    await next.stop();
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
      { retry_count: 0, output: { reason: 'EENVELOPE 550 refused' } },
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
    for (const token of [TOKEN, RESET_TOKEN]) expect(logged).not.toContain(token.slice(4));
    expect(logged).not.toContain(STOP_TOKEN);
    expect(logged).not.toContain('@example.test');
    expect(JSON.stringify(await service.jobsTo(issue.payload.email))).not.toContain(TOKEN.slice(4));
  });
});
