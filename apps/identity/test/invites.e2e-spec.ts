import 'reflect-metadata';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type InviteIssued,
  type NewInvite,
  inviteIssued,
  invites,
  letters,
  users,
} from '@pks/contracts';
import { type Log, OutboxEvent, logTo } from '@pks/platform';
import { Invite } from '../src/invites/invite.entity.ts';
import { RunningIdentity, aKey, as } from './running-identity.ts';
import { VIEWER, type World, anEmail } from './world.ts';

const PASSWORD = 'correct horse';

let service: RunningIdentity;
let world: World;
let logged = '';
const call: RunningIdentity['call'] = (...request) => service.call(...request);

beforeAll(async () => {
  service = await RunningIdentity.start({ log: keptLog() });
  ({ world } = service);
});
afterAll(() => service.stop());

function keptLog(): Log {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  return logTo(stream, 'test', 'trace');
}

async function aHost(): Promise<{ projectId: string; organizationId: string; caller: Caller }> {
  const { project, organization, admin } = await world.aProject({ name: 'Überblick' });
  return { projectId: project.id, organizationId: organization.id, caller: as(admin) };
}

const invite = (host: { projectId: string; caller: Caller }, email: string): Promise<NewInvite> =>
  call(invites.calls.invite, { project_id: host.projectId, email, ...VIEWER }, host.caller);
const accept = (token: string, password = PASSWORD) => call(invites.calls.accept, { token, password }, null);
/** The events of invites to an e-mail, the oldest first. */
async function issuedTo(email: string): Promise<InviteIssued[]> {
  const where = { subject: inviteIssued.subject };
  const events = await world.database.manager.find(OutboxEvent, { where, order: { id: 'ASC' } });
  return events.map(({ payload }) => payload as InviteIssued).filter((payload) => payload.email === email);
}

/** The token that the latest letter to an e-mail contains. */
async function tokenFor(email: string): Promise<string> {
  const { project_id, invite_id, edition, kind } = (await issuedTo(email)).at(-1)!;
  const { letter } = await call(letters.calls.read, { project_id, invite_id, edition, kind }, null);
  return letter?.admittance?.token ?? '';
}

describe('an invite', () => {
  it('sends a letter with a token to accept it, which yields a user token for the project', async () => {
    const [host, email] = [await aHost(), anEmail()];
    await invite(host, email);
    const { token, user, project_id } = await accept(await tokenFor(email));
    expect(project_id).toBe(host.projectId);
    const { caller, project } = await service.accessOf(token, host.projectId);
    expect([caller?.user_id, project]).toEqual([user.id, 'member']);
    expect(service.noticesAbout(user)).toBe(1);
    expect((await call(users.calls.me, {}, caller)).projects).toMatchObject([
      { id: host.projectId, ...VIEWER },
    ]);
  });

  it('that is renewed has another token, and the first is no longer valid', async () => {
    const [host, email] = [await aHost(), anEmail()];
    await invite(host, email);
    const first = await tokenFor(email);
    await invite(host, email);
    expect(await tokenFor(email)).toBe(first);
    await world.database.manager.query(
      `UPDATE mail_allowances SET began_at = began_at - interval '1 minute'`,
    );
    await invite(host, email);
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    await expect(accept(first)).rejects.toMatchObject({ data: { fields: { token: [expect.any(String)] } } });
    expect(await accept(second)).toMatchObject({ user: { email } });
  });

  it('of a user of the organization sends a letter without a token', async () => {
    const host = await aHost();
    const user = await world.anOrganizationUser({ id: host.organizationId });
    expect(await invite(host, user.email)).toMatchObject({ type: 'existing_user', status: 'accepted' });
    expect(await issuedTo(user.email)).toMatchObject([{ kind: 'existing_user' }]);
    expect(await tokenFor(user.email)).toBe('');
  });

  it('under an idempotency key is published once', async () => {
    const [host, email, key] = [await aHost(), anEmail(), aKey()];
    const request = { project_id: host.projectId, email, ...VIEWER };
    const first = await call(invites.calls.invite, request, host.caller, key);
    expect(await call(invites.calls.invite, request, host.caller, key)).toEqual(first);
    expect(await issuedTo(email)).toHaveLength(1);
  });

  it('is accepted once when many try concurrently', async () => {
    const [host, email] = [await aHost(), anEmail()];
    await invite(host, email);
    const token = await tokenFor(email);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => accept(token)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an invite to an organization', () => {
  it('sends an account of another a letter with a token, and makes it a user of both', async () => {
    const [host, { admin: stranger }] = [await aHost(), await world.aProject()];
    const request = { organization_id: host.organizationId, email: stranger.email, role: 'member' as const };
    const made = await call(users.calls.addToOrganization, request, host.caller);
    expect(made).toMatchObject({ id: stranger.id, is_active: false });
    const reference = { organization_id: host.organizationId, user_id: stranger.id, edition: 1 };
    const { letter } = await call(letters.calls.readOrganization, reference, null);
    expect(letter).toMatchObject({ organization_name: 'Acme', inviter_email: host.caller.email });
    const accepted = await call(invites.calls.accept, { token: letter?.admittance.token ?? '' }, null);
    expect(accepted).toMatchObject({ organization_id: host.organizationId, project_id: null });
    const { caller } = await service.accessOf(accepted.token);
    expect((await call(users.calls.me, {}, caller)).organizations).toHaveLength(2);
    expect((await call(letters.calls.readOrganization, reference, null)).letter).toBeNull();
  });
});

describe('the secrets of an invite', () => {
  it('are in no log line, list or table', async () => {
    const [host, email] = [await aHost(), anEmail()];
    const made = await invite(host, email);
    const token = await tokenFor(email);
    expect(token).toMatch(/^pki_/);
    await accept(`${token.slice(0, -1)}!`).catch(() => undefined);
    const accepted = await accept(token);
    const page = { project_id: host.projectId, limit: 10, offset: 0 };
    const list = await call(invites.calls.list, page, host.caller);
    expect(list.results).toMatchObject([{ id: made.id, status: 'accepted' }]);
    const { manager } = world.database;
    const kept = [await manager.find(Invite), await manager.find(OutboxEvent)];
    expect(logged).not.toBe('');
    for (const text of [JSON.stringify([made, list, kept]), logged]) {
      expect(text).not.toContain(token.slice(4, 40));
      expect(text).not.toContain(accepted.token.slice(4, 34));
      expect(text).not.toContain(PASSWORD);
    }
  });
});
