import 'reflect-metadata';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type NewInvite, invites, users } from '@pks/contracts';
import { type Log, OutboxEvent } from '@pks/platform';
import { MailServer, eventually } from '@pks/testing';
import { pino } from 'pino';
import { Invite } from '../src/invites/invite.entity.ts';
import { Mail } from '../src/mails/mail.entity.ts';
import { RunningIdentity, aKey, as } from './running-service.ts';
import { VIEWER, type World, anEmail } from './world.ts';

const PASSWORD = 'correct horse';

let mail: MailServer;
let service: RunningIdentity;
let world: World;
let logged = '';
const call: RunningIdentity['call'] = (...request) => service.call(...request);

beforeAll(async () => {
  mail = await MailServer.start();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Knowledge <knowledge@example.test>' };
  service = await RunningIdentity.start({ env, log: keptLog() });
  ({ world } = service);
});
afterAll(async () => {
  await service.close();
  await mail.close();
});

function keptLog(): Log {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  return pino({ level: 'trace' }, stream);
}

async function aHost(): Promise<{ projectId: string; caller: Caller }> {
  const { project, admin } = await world.aProject({ name: 'Überblick' });
  return { projectId: project.id, caller: as(admin) };
}

const invite = (host: { projectId: string; caller: Caller }, email: string): Promise<NewInvite> =>
  call(invites.calls.invite, { project_id: host.projectId, email, ...VIEWER }, host.caller);
const accept = (token: string, password = PASSWORD) => call(invites.calls.accept, { token, password }, null);
const mailsAbout = (inviteId: string): Promise<Mail[]> => world.database.manager.findBy(Mail, { inviteId });

describe('an invite', () => {
  it('arrives by e-mail with a token that lets in, whose user token is good for the project', async () => {
    const [host, email] = [await aHost(), anEmail()];
    await invite(host, email);
    const { token, user, project_id } = await accept(await mail.tokenFor(email));
    expect(project_id).toBe(host.projectId);
    const { caller, project } = await service.worthOf(token, host.projectId);
    expect([caller?.user_id, project]).toEqual([user.id, 'member']);
    expect(service.noticesAbout(user)).toBe(1);
    expect((await call(users.calls.me, {}, caller)).projects).toMatchObject([
      { id: host.projectId, ...VIEWER },
    ]);
  });

  it('is a plain text and an HTML part from the configured sender, under an id of its own', async () => {
    const [host, email] = [await aHost(), anEmail()];
    const { id } = await invite(host, email);
    const { source } = (await mail.to(email))[0]!;
    const [kept] = await mailsAbout(id);
    expect(source).toContain('From: Knowledge <knowledge@example.test>');
    expect(source).toContain(`Message-ID: <${kept?.id}@example.test>`);
    expect(source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(source).toContain('Content-Type: text/html; charset=utf-8');
  });

  it('that is renewed sends another token, and the first counts no more', async () => {
    const [host, email] = [await aHost(), anEmail()];
    await invite(host, email);
    const first = await mail.tokenFor(email);
    await invite(host, email);
    const second = await mail.tokenFor(email, 2);
    expect(second).not.toBe(first);
    await expect(accept(first)).rejects.toMatchObject({ data: { fields: { token: [expect.any(String)] } } });
    expect(await accept(second)).toMatchObject({ user: { email } });
  });

  it('of a user who exists tells him that he is a member', async () => {
    const [host, user] = [await aHost(), await world.aUser()];
    expect(await invite(host, user.email)).toMatchObject({ type: 'existing_user', status: 'accepted' });
    const [received] = await mail.to(user.email);
    expect(received?.source).toContain('made you a member of the project');
    expect(received?.source).not.toContain('pki_');
  });

  it('under an idempotency key is sent once', async () => {
    const [host, email, key] = [await aHost(), anEmail(), aKey()];
    const request = { project_id: host.projectId, email, ...VIEWER };
    const first = await call(invites.calls.invite, request, host.caller, key);
    expect(await call(invites.calls.invite, request, host.caller, key)).toEqual(first);
    expect(await mailsAbout(first.id)).toHaveLength(1);
  });

  it('is accepted once by many who try at the same time', async () => {
    const [host, email] = [await aHost(), anEmail()];
    await invite(host, email);
    const token = await mail.tokenFor(email);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => accept(token)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('while the mail server is away', () => {
  it('an invite waits and arrives later, once; one that was cancelled or renewed meanwhile does not', async () => {
    await mail.close();
    const host = await aHost();
    const [waiting, cancelled, renewed] = [anEmail(), anEmail(), anEmail()];
    const { id } = await invite(host, waiting);
    const { id: invite_id } = await invite(host, cancelled);
    await call(invites.calls.cancel, { project_id: host.projectId, invite_id }, host.caller);
    await invite(host, renewed);
    const { id: renewedId } = await invite(host, renewed);
    await eventually('an attempt failed', async () => (await mailsAbout(id))[0]?.lastError === 'ESOCKET');
    expect((await mailsAbout(id))[0]).toMatchObject({ sentAt: null, attempts: 1 });
    await mail.open();
    await world.database.manager.update(Mail, { projectId: host.projectId }, { nextAttemptAt: new Date(0) });
    expect(await accept(await mail.tokenFor(waiting))).toMatchObject({ user: { email: waiting } });
    expect(await accept(await mail.tokenFor(renewed))).toMatchObject({ user: { email: renewed } });
    await eventually('nothing is due', async () => {
      const rows = [...(await mailsAbout(id)), ...(await mailsAbout(renewedId))];
      return rows.length === 2 && rows.every(({ sentAt }) => sentAt !== null);
    });
    expect(mail.received.filter(({ to }) => to === waiting)).toHaveLength(1);
    expect(mail.received.filter(({ to }) => to === renewed)).toHaveLength(1);
    expect(mail.received.filter(({ to }) => to === cancelled)).toHaveLength(0);
    expect(await mailsAbout(invite_id)).toEqual([]);
  });
});

describe('without a mail server', () => {
  it('e-mails wait, and one warning says so', async () => {
    let said = '';
    const write = (line: string): void => void (said += line);
    const other = await RunningIdentity.start({ log: pino({ level: 'warn' }, { write }) });
    const { project, admin } = await other.world.aProject();
    const request = { project_id: project.id, email: anEmail(), ...VIEWER };
    await other.call(invites.calls.invite, request, as(admin));
    expect(await other.world.database.manager.find(Mail)).toMatchObject([{ attempts: 0, sentAt: null }]);
    expect(said.match(/SMTP_URL is not set/g)).toHaveLength(1);
    await other.close();
  });
});

describe('the secrets of an invite', () => {
  it('are in no log line, no list and no table', async () => {
    const [host, email] = [await aHost(), anEmail()];
    const made = await invite(host, email);
    const token = await mail.tokenFor(email);
    expect(token).toMatch(/^pki_/);
    await accept(`${token.slice(0, -1)}!`).catch(() => undefined);
    const accepted = await accept(token);
    const page = { project_id: host.projectId, limit: 10, offset: 0 };
    const list = await call(invites.calls.list, page, host.caller);
    expect(list.results).toMatchObject([{ id: made.id, status: 'accepted' }]);
    const { manager } = world.database;
    const kept = [await manager.find(Invite), await manager.find(Mail), await manager.find(OutboxEvent)];
    expect(logged).not.toBe('');
    for (const text of [JSON.stringify([made, list, kept]), logged]) {
      expect(text).not.toContain(token.slice(4, 40));
      expect(text).not.toContain(accepted.token.slice(4, 34));
      expect(text).not.toContain(PASSWORD);
    }
  });
});
