import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MailServer, ServiceGround, eventually } from '@pks/testing';
import { notificationsService } from '../src/notifications.ts';
import {
  INTERVIEW_LETTER,
  LETTER,
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

const MANY = 12;

let mail: MailServer;
let ground: ServiceGround;
let others: Stoppable[];
/** The letters of interviews are answered once this resolves. */
let gate = Promise.resolve();
let open = (): void => undefined;

beforeAll(async () => {
  mail = await MailServer.start();
  ground = await ServiceGround.open(notificationsService);
  others = [
    await serveLetters(ground, () => LETTER),
    await serveResetLetters(ground, () => ({ token: `pkr_${'c3'.repeat(21)}d` })),
    await serveInterviewLetters(ground, async ({ interview_id }) => {
      await gate;
      return { ...INTERVIEW_LETTER, to: addresses.get(interview_id) ?? '' };
    }),
  ];
});
afterEach(() => open());
afterAll(async () => {
  for (const other of others) await other.stop();
  await mail.close();
  await ground.remove();
});

const anAddress = (): string => `${randomUUID()}@example.test`;
const manyAddresses = (): string[] => Array.from({ length: MANY }, anAddress);
const sending = () => startMails(ground, { env: { SMTP_URL: mail.url } });
const came = (): string[] => mail.received.map(({ to }) => to);
/** How many of `those` e-mails came before the one to `email`. */
const before = (email: string, those: readonly string[]): number =>
  came()
    .slice(0, came().indexOf(email))
    .filter((to) => those.includes(to)).length;

describe('e-mails about a project', () => {
  it('do not wait for all of those about another one that came before', async () => {
    const project_id = randomUUID();
    const [interviewees, invitees] = [manyAddresses(), manyAddresses()];
    const [interviewee, invitee] = [anAddress(), anAddress()];
    const waiting = await startMails(ground);
    for (const email of interviewees)
      await waiting.takeInterview(ofInterview(email, { project_id }).assignment);
    for (const email of invitees) await waiting.take(anIssue({ project_id, email }));
    await waiting.takeInterview(ofInterview(interviewee).assignment);
    await waiting.take(anIssue({ email: invitee }));
    await waiting.stop();
    const service = await sending();
    const everybody = [...interviewees, ...invitees, interviewee, invitee];
    await eventually('all came', () => everybody.every((to) => came().includes(to)));
    await service.stop();
    expect(before(interviewee, interviewees)).toBeLessThan(MANY - 3);
    expect(before(invitee, invitees)).toBeLessThan(MANY - 3);
  });

  it('keep those of accounts and invites waiting for nothing', async () => {
    const service = await sending();
    const [held, email] = [anAddress(), anAddress()];
    const closed = Promise.withResolvers<void>();
    [gate, open] = [closed.promise, closed.resolve];
    for (let n = 0; n < MANY; n += 1) await service.takeInterview(ofInterview(held).assignment);
    const { issued, requested } = ofAnAccount(email);
    await service.takeReset(requested);
    await service.takeOrganization(issued);
    await service.take(anIssue({ email }));
    await mail.to(email, 3);
    open();
    await mail.to(held, MANY);
    await service.stop();
  });
});

describe('e-mails to a person about a project', () => {
  it('are all sent, but beyond twenty one in three minutes', async () => {
    const service = await sending();
    const email = anAddress();
    const of = { project_id: randomUUID(), assigned_to: randomUUID() };
    for (let n = 0; n < 22; n += 1) await service.takeInterview(ofInterview(email, of).assignment);
    await service.takeInterview(ofInterview(email, of).reminder);
    await mail.to(email, 20);
    const delayed = (await service.jobsTo(email)).slice(20);
    expect(delayed).toMatchObject([{ state: 'created' }, { state: 'created' }, { state: 'created' }]);
    const [first = NaN, second = NaN, third = NaN] = delayed.map(({ delay }) => delay);
    expect(second - first).toBeCloseTo(3);
    expect(third - second).toBeCloseTo(3);
    const elsewhere = ofInterview(email, { assigned_to: of.assigned_to });
    await service.takeInterview(elsewhere.assignment);
    await mail.to(email, 21);
    await service.makeDue(email);
    await mail.to(email, 24);
    await service.stop();
  });
});
