import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AcceptedInvite,
  type AddOrganizationUser,
  type OrganizationUser,
  organizationInviteIssued,
} from '@pks/contracts';
import { OutboxEvent } from '@pks/platform';
import { as } from '../../test/running-identity.ts';
import { KeptNotices, NOON, TestClock, anEmail, openWorld } from '../../test/world.ts';
import { passwordMatches } from '../sessions/passwords.ts';
import { UserToken } from '../sessions/user-token.entity.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { OrganizationFounding } from './organization-founding.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

/** Adds a user on behalf of an admin of the organization. */
async function add(request: AddOrganizationUser, notices = new KeptNotices()): Promise<OrganizationUser> {
  const admin = await world.anOrganizationUser({ id: request.organization_id }, undefined, 'admin');
  return world.organizationUsers(notices).add(request, as(admin));
}

function founding(users = world.users): OrganizationFounding {
  const { organizations, tokens, database } = world;
  return new OrganizationFounding(organizations, users, tokens, database, new TestClock());
}

/** The e-mails that invites to organizations requested for an account. */
async function issuedTo({ email }: User): Promise<object[]> {
  const events = await world.database.manager.findBy(OutboxEvent, {
    subject: organizationInviteIssued.subject,
  });
  return events.map(({ payload }) => payload).filter((payload) => JSON.stringify(payload).includes(email));
}

async function accept(organizationId: string, { id }: User, password?: string): Promise<AcceptedInvite> {
  const invite = await world.organizationInvites.find(organizationId, id);
  const token = world.mailedTokens.ofInvite({ id: invite?.id ?? id, edition: invite?.edition ?? 1 });
  return world.inviting().acceptance.accept({ token, ...(password === undefined ? {} : { password }) });
}

async function addition(request: Partial<AddOrganizationUser> = {}): Promise<AddOrganizationUser> {
  const { id } = await world.anOrganization();
  return { organization_id: id, email: anEmail(), role: 'member', ...request };
}

describe('the users of an organization', () => {
  it('are listed by e-mail, ignoring case, in pages with the total', async () => {
    const organization = await world.anOrganization();
    for (const email of ['b', 'A', 'c']) {
      await world.anOrganizationUser(organization, `${email}.${anEmail()}`);
    }
    const page = (limit: number, offset: number) =>
      world.organizationUsers().list({ organization_id: organization.id, limit, offset });
    const first = await page(2, 0);
    expect(first.count).toBe(3);
    expect(first.results.map(({ email }) => email[0])).toEqual(['A', 'b']);
    expect((await page(2, 2)).results.map(({ email }) => email[0])).toEqual(['c']);
    expect(await page(2, 7)).toEqual({ count: 3, results: [] });
  });

  it('are shown with their role and whether they are active', async () => {
    const organization = await world.anOrganization();
    const user = await world.anOrganizationUser(organization, undefined, 'admin');
    await world.suspend(organization, user);
    const { results } = await world.organizationUsers().list({
      organization_id: organization.id,
      limit: 1,
      offset: 0,
    });
    expect(results).toEqual([
      {
        id: user.id,
        email: user.email,
        date_joined: '2026-11-21T12:00:00.000Z',
        is_active: false,
        role: 'admin',
      },
    ]);
  });
});

describe('adding a user to an organization', () => {
  it('creates them with their password, stored only as a hash, and publishes that', async () => {
    const notices = new KeptNotices();
    const request = await addition({ password: 'correct horse', role: 'admin' });
    const user = await add(request, notices);
    expect(user).toMatchObject({ email: request.email, is_active: true, role: 'admin' });
    const kept = await world.users.findByEmail(request.email);
    expect(await passwordMatches('correct horse', kept?.passwordHash ?? null)).toBe(true);
    expect(JSON.stringify(kept)).not.toContain('correct horse');
    expect(notices.sent).toEqual([[user.id]]);
  });

  it('invites an existing account under the e-mail that it has: not active, and mailed a token', async () => {
    const known = await world.aUser();
    const notices = new KeptNotices();
    const request = await addition({ email: known.email.toUpperCase(), role: 'admin' });
    const user = await add(request, notices);
    expect(user).toMatchObject({ id: known.id, email: known.email, is_active: false, role: 'admin' });
    expect(await world.organizations.roleOf(known.id, request.organization_id)).toBeUndefined();
    expect(notices.sent).toEqual([]);
    expect(await issuedTo(known)).toEqual([
      { organization_id: request.organization_id, user_id: known.id, edition: 1, email: known.email },
    ]);
  });

  it('again renews the invite, with the last role, and mails once a minute', async () => {
    const known = await world.aUser();
    const request = await addition({ email: known.email });
    await add(request);
    expect(await add({ ...request, role: 'admin' })).toMatchObject({ is_active: false, role: 'admin' });
    expect(await issuedTo(known)).toHaveLength(1);
    const clock = new TestClock();
    const again = () =>
      world.organizationUsers(new KeptNotices(), clock).add(request, as({ ...known, id: inviter.id }));
    const inviter = await world.aUser();
    clock.time = new Date(NOON.getTime() + 59_999);
    await again();
    expect(await issuedTo(known)).toHaveLength(1);
    clock.time = new Date(NOON.getTime() + 60_000);
    await again();
    expect(await issuedTo(known)).toMatchObject([{ edition: 1 }, { edition: 2 }]);
  });

  it('is refused when its inviter sent the address too many e-mails', async () => {
    const known = await world.aUser();
    const inviter = as(await world.aUser());
    const offer = async () => world.organizationUsers().add(await addition({ email: known.email }), inviter);
    for (let n = 0; n < 10; n += 1) await offer();
    await expect(offer()).rejects.toMatchObject({ data: { kind: 'throttled', retryAfter: 3_600 } });
    expect(await issuedTo(known)).toHaveLength(10);
  });

  it('again is refused when the invite expired and its inviter sent the address too many e-mails', async () => {
    const known = await world.aUser();
    const inviter = as(await world.aUser());
    const request = await addition({ email: known.email });
    await add(request);
    const clock = new TestClock();
    clock.time = new Date(NOON.getTime() + 15 * 24 * 60 * 60_000);
    const offer = (one: AddOrganizationUser, by = inviter) =>
      world.organizationUsers(new KeptNotices(), clock).add(one, by);
    for (let n = 0; n < 10; n += 1) await offer(await addition({ email: known.email }));
    await expect(offer(request)).rejects.toMatchObject({ data: { kind: 'throttled', retryAfter: 3_600 } });
    await offer(request, as(await world.aUser()));
    const ours = (await issuedTo(known)).filter((one) =>
      JSON.stringify(one).includes(request.organization_id),
    );
    expect(ours).toMatchObject([{ edition: 1 }, { edition: 2 }]);
  });

  it('never sets the password of an existing user', async () => {
    const known = await world.aUser();
    const request = await addition({ email: known.email, password: 'taken over' });
    await expect(add(request)).rejects.toMatchObject({
      data: { kind: 'invalid', fields: { password: [expect.any(String)] } },
    });
    expect(await world.organizations.roleOf(known.id, request.organization_id)).toBeUndefined();
    expect((await world.users.findByEmail(known.email))?.passwordHash).toBeNull();
  });

  it('is refused a common password, keyed to it', async () => {
    await expect(add(await addition({ password: 'password123' }))).rejects.toMatchObject({
      data: { kind: 'invalid', fields: { password: ['This password is too common.'] } },
    });
  });

  it('is refused, keyed to the e-mail, when they are already in it, and publishes nothing', async () => {
    const request = await addition();
    await add(request);
    const notices = new KeptNotices();
    await expect(add({ ...request, password: 'correct horse' }, notices)).rejects.toMatchObject({
      data: { kind: 'invalid', fields: { email: ['This user is already in the organization.'] } },
    });
    expect(notices.sent).toEqual([]);
  });

  it('happens once when the same e-mail is added many times concurrently', async () => {
    const request = await addition();
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => add({ ...request, email: request.email })),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(3);
    for (const { reason } of refusals) expect(reason).toHaveProperty('data.fields.email');
  });

  it('creates one user for an e-mail that two organizations add concurrently', async () => {
    const [one, other] = [await addition(), await addition()];
    const email = anEmail();
    const users = await Promise.all([one, other].map((request) => add({ ...request, email })));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
  });
});

describe('an invited account', () => {
  it('is a member once it accepts, with the role of the invite and its own password', async () => {
    const known = await world.aUser(undefined, 'a hash');
    const request = await addition({ email: known.email, role: 'admin' });
    await add(request);
    const accepted = await accept(request.organization_id, known);
    expect(accepted).toEqual({
      token: expect.stringMatching(/^pkt_/),
      user: { id: known.id, email: known.email },
      organization_id: request.organization_id,
      project_id: null,
    });
    expect(await world.organizations.roleOf(known.id, request.organization_id)).toBe('admin');
    expect(await world.users.findByEmail(known.email)).toMatchObject({ passwordHash: 'a hash' });
    await expect(accept(request.organization_id, known)).rejects.toHaveProperty('data.fields.token');
  });

  it('is in no project until it accepts, and cannot be activated by the organization', async () => {
    const { organization, project } = await world.aProject();
    const known = await world.aUser();
    await add({ organization_id: organization.id, email: known.email, role: 'member' });
    expect(await world.members.candidate(project.id, { email: known.email })).toBeUndefined();
    expect(await world.members.candidate(project.id, { user_id: known.id })).toBeUndefined();
    const request = { organization_id: organization.id, user_id: known.id, is_active: true };
    await expect(world.organizationChanges().update(request)).rejects.toHaveProperty('data.fields.is_active');
  });

  it('whose mailbox was not proved takes the password that is sent, and loses its tokens', async () => {
    const known = await world.anUnprovedUser(await world.anOrganization(), 'a hash');
    const { token } = await world.aToken(known);
    const request = await addition({ email: known.email });
    await add(request);
    await expect(accept(request.organization_id, known)).rejects.toHaveProperty('data.fields.password');
    await accept(request.organization_id, known, 'correct horse');
    const kept = await world.users.findByEmail(known.email);
    expect(kept?.mailboxProvedAt).not.toBeNull();
    expect(await passwordMatches('correct horse', kept?.passwordHash ?? null)).toBe(true);
    expect(await world.database.manager.findOneBy(UserToken, { id: token.id })).toBeNull();
  });

  it('no longer accepts with a token that was sent to an earlier address of it', async () => {
    const known = await world.aUser();
    const request = await addition({ email: known.email });
    await add(request);
    await world.users.save(Object.assign(known, { email: anEmail() }));
    await expect(accept(request.organization_id, known, 'correct horse')).rejects.toHaveProperty(
      'data.fields.token',
    );
    expect(await world.organizations.roleOf(known.id, request.organization_id)).toBeUndefined();
  });
});

describe('founding an organization', () => {
  it('creates it with a new admin who can log in, and a token', async () => {
    const request = { name: 'Founders', email: anEmail(), password: 'correct horse' };
    expect(await founding().isDone(request)).toBe(false);
    const { secret, isNew } = await founding().found(request);
    expect(secret).toMatch(/^pkt_/);
    expect(isNew).toBe(true);
    expect(await founding().isDone({ ...request, email: request.email.toUpperCase() })).toBe(true);
    expect(await founding().isDone({ ...request, name: 'Others' })).toBe(false);
    expect((await world.users.findByEmail(request.email))?.passwordHash).toMatch(/^scrypt/);
  });

  it('reuses an existing user, activates them, and keeps their password', async () => {
    const known = await world.aUser();
    await world.deactivate(known);
    const { isNew } = await founding().found({ name: 'Reusers', email: known.email, password: 'other' });
    expect(isNew).toBe(false);
    expect(await world.users.findByEmail(known.email)).toMatchObject({
      id: known.id,
      isActive: true,
      passwordHash: null,
    });
  });

  it('keeps a password that is reset while an existing user is activated', async () => {
    const known = await world.aUser(undefined, 'a hash');
    await world.deactivate(known);
    const [users, outside] = [new UsersRepository(world.database), AsyncLocalStorage.snapshot()];
    users.findByEmail = async (email) => {
      const found = await world.users.findByEmail(email);
      await outside(() => world.users.replaceHash(known.id, 'a hash', 'another hash'));
      return found;
    };
    await founding(users).found({ name: 'Resetters', email: known.email });
    expect(await world.users.findByEmail(known.email)).toMatchObject({
      isActive: true,
      passwordHash: 'another hash',
    });
  });

  it('is refused for an account that an organization made, whose password others may know', async () => {
    const { email } = await world.anUnprovedUser(await world.anOrganization());
    await expect(founding().found({ name: 'Taken', email })).rejects.toMatchObject({
      data: { kind: 'invalid', message: expect.stringContaining('reset-password') },
    });
  });

  it('is refused for a service account', async () => {
    const { email } = await world.aServiceAccount(await world.anOrganization());
    await expect(founding().found({ name: 'Machines', email })).rejects.toMatchObject({
      data: { kind: 'invalid', fields: { email: ['Enter a valid email address.'] } },
    });
  });

  it('is refused for a mere member of an organization of that name', async () => {
    const organization = await world.anOrganization('Membered');
    const { email } = await world.anOrganizationUser(organization);
    expect(await founding().isDone({ name: 'Membered', email })).toBe(false);
  });
});
