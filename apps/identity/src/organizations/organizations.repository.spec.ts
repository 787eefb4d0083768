import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AddOrganizationUser } from '@pks/contracts';
import { KeptNotices, TestClock, anEmail, openWorld } from '../../test/world.ts';
import { passwordMatches } from '../sessions/passwords.ts';
import { OrganizationFounding } from './organization-founding.ts';
import { OrganizationUsersService } from './organization-users.service.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function organizationUsers(notices = new KeptNotices()): OrganizationUsersService {
  const { organizations, users, database } = world;
  return new OrganizationUsersService(organizations, users, notices, database, new TestClock());
}

function founding(): OrganizationFounding {
  const { organizations, users, tokens, database } = world;
  return new OrganizationFounding(organizations, users, tokens, database, new TestClock());
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
      organizationUsers().list({ organization_id: organization.id, limit, offset });
    const first = await page(2, 0);
    expect(first.count).toBe(3);
    expect(first.results.map(({ email }) => email[0])).toEqual(['A', 'b']);
    expect((await page(2, 2)).results.map(({ email }) => email[0])).toEqual(['c']);
    expect(await page(2, 7)).toEqual({ count: 3, results: [] });
  });

  it('are shown with their role and whether they are active', async () => {
    const organization = await world.anOrganization();
    const user = await world.anOrganizationUser(organization, undefined, 'admin');
    await world.deactivate(user);
    const { results } = await organizationUsers().list({
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
    const user = await organizationUsers(notices).add(request);
    expect(user).toMatchObject({ email: request.email, is_active: true, role: 'admin' });
    const kept = await world.users.findByEmail(request.email);
    expect(await passwordMatches('correct horse', kept?.passwordHash ?? null)).toBe(true);
    expect(JSON.stringify(kept)).not.toContain('correct horse');
    expect(notices.sent).toEqual([[user.id]]);
  });

  it('adds an existing user under the e-mail that they have', async () => {
    const known = await world.aUser();
    const user = await organizationUsers().add(await addition({ email: known.email.toUpperCase() }));
    expect(user).toMatchObject({ id: known.id, email: known.email });
  });

  it('never sets the password of an existing user', async () => {
    const known = await world.aUser();
    const request = await addition({ email: known.email, password: 'taken over' });
    await expect(organizationUsers().add(request)).rejects.toMatchObject({
      data: { kind: 'invalid', fields: { password: [expect.any(String)] } },
    });
    expect(await world.organizations.roleOf(known.id, request.organization_id)).toBeUndefined();
    expect((await world.users.findByEmail(known.email))?.passwordHash).toBeNull();
  });

  it('is refused, keyed to the e-mail, when they are already in it, and publishes nothing', async () => {
    const request = await addition();
    await organizationUsers().add(request);
    const notices = new KeptNotices();
    await expect(organizationUsers(notices).add({ ...request, password: 'x' })).rejects.toMatchObject({
      data: { kind: 'invalid', fields: { email: ['This user is already in the organization.'] } },
    });
    expect(notices.sent).toEqual([]);
  });

  it('happens once when the same e-mail is added many times concurrently', async () => {
    const request = await addition();
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => organizationUsers().add({ ...request, email: request.email })),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(3);
    for (const { reason } of refusals) expect(reason).toHaveProperty('data.fields.email');
  });

  it('creates one user for an e-mail that two organizations add concurrently', async () => {
    const [one, other] = [await addition(), await addition()];
    const email = anEmail();
    const users = await Promise.all(
      [one, other].map((request) => organizationUsers().add({ ...request, email })),
    );
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
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
