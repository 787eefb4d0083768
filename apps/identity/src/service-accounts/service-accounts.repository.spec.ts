import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCaller } from '@pks/testing';
import { NOON, TestClock, VIEWER, openWorld } from '../../test/world.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { ServiceAccountsService } from './service-accounts.service.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function service(now = NOON): ServiceAccountsService {
  const { accounts, users, organizations, database } = world;
  const clock = Object.assign(new TestClock(), { time: now });
  return new ServiceAccountsService(accounts, users, organizations, database, clock);
}

describe('a service account', () => {
  it('is created with an e-mail of its own, as a member of its organization', async () => {
    const { id: organization_id } = await world.anOrganization();
    const account = await service().create({ organization_id, name: 'Nightly import' });
    expect(account).toEqual({
      id: expect.any(String),
      name: 'Nightly import',
      email: expect.stringMatching(/^nightly-import-[0-9a-f]{8}@service-accounts\.invalid$/),
      created_at: NOON.toISOString(),
    });
    expect(await world.organizations.roleOf(account.id, organization_id)).toBe('member');
    expect(await world.users.findByEmail(account.email)).toMatchObject({
      kind: 'service_account',
      name: 'Nightly import',
      passwordHash: null,
      isActive: true,
    });
  });

  it('may have the same name as another', async () => {
    const { id: organization_id } = await world.anOrganization();
    const made = await Promise.all([1, 2, 3].map(() => service().create({ organization_id, name: 'Same' })));
    expect(new Set(made.map(({ email }) => email)).size).toBe(3);
  });

  it('is refused to an organization that has a thousand, also when many are created concurrently', async () => {
    const { id: organization_id } = await world.anOrganization();
    await world.database.manager.query(
      `WITH accounts AS (
         INSERT INTO users (id, email, is_active, date_joined, kind, name)
         SELECT gen_random_uuid(), n || $1::uuid::text || '@service-accounts.invalid', true, $2, 'service_account', 'n'
           FROM generate_series(1, 998) n
         RETURNING id)
       INSERT INTO organization_users (organization_id, user_id, role, is_active, created_at)
       SELECT $1::uuid, id, 'member', true, $2 FROM accounts`,
      [organization_id, NOON],
    );
    const create = () => service().create({ organization_id, name: 'One more' });
    const outcomes = await Promise.allSettled([create(), create(), create(), create()]);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    const sentence = 'An organization can have 1,000 service accounts.';
    expect(refused).toMatchObject(Array(2).fill({ data: { kind: 'invalid', message: sentence } }));
    const other = await world.anOrganization();
    expect(await service().create({ organization_id: other.id, name: 'First' })).toMatchObject({
      name: 'First',
    });
  });

  it('never gets a password', async () => {
    const account = await world.aServiceAccount(await world.anOrganization());
    const passwordHash = await hashPassword('correct horse');
    await expect(world.users.save(Object.assign(account, { passwordHash }))).rejects.toThrow(
      'users_service_account',
    );
  });

  it('becomes a project user by its id, like any user of the organization', async () => {
    const { organization, project } = await world.aProject();
    const account = await world.aServiceAccount(organization);
    const request = { project_id: project.id, user_id: account.id, ...VIEWER };
    expect(await world.adding().add(request, aCaller())).toMatchObject({
      user: { id: account.id, email: account.email },
    });
  });

  it('joins no other organization, and reserves its kind of e-mail', async () => {
    const service = world.organizationUsers();
    const account = await world.aServiceAccount(await world.anOrganization());
    const { id: organization_id } = await world.anOrganization();
    for (const email of [account.email, 'somebody@SERVICE-accounts.invalid']) {
      await expect(service.add({ organization_id, email, role: 'member' }, aCaller())).rejects.toMatchObject({
        data: { kind: 'invalid', fields: { email: ['Enter a valid email address.'] } },
      });
    }
  });

  it('never administers its organization, and can be deactivated', async () => {
    const changes = world.organizationChanges();
    const organization = await world.anOrganization();
    const { id: user_id } = await world.aServiceAccount(organization);
    const request = { organization_id: organization.id, user_id };
    await expect(changes.update({ ...request, role: 'admin' })).rejects.toMatchObject({
      data: {
        kind: 'invalid',
        fields: { role: ['A service account cannot be an admin of an organization.'] },
      },
    });
    expect(await changes.update({ ...request, is_active: false })).toMatchObject({ is_active: false });
  });
});

describe('the service accounts of an organization', () => {
  it('are listed newest first, in pages, without people or those of other organizations', async () => {
    const organization = await world.anOrganization();
    const { id: organization_id } = organization;
    await world.anOrganizationUser(organization);
    await world.aServiceAccount(await world.anOrganization(), 'foreign');
    for (const [n, name] of ['first', 'second', 'third'].entries()) {
      await service(new Date(NOON.getTime() + n)).create({ organization_id, name });
    }
    const page = (limit: number, offset: number) => service().list({ organization_id, limit, offset });
    const first = await page(2, 0);
    expect(first.count).toBe(3);
    expect(first.results.map(({ name }) => name)).toEqual(['third', 'second']);
    expect(Object.keys(first.results[0] ?? {}).sort()).toEqual(['created_at', 'email', 'id', 'name']);
    expect((await page(2, 2)).results.map(({ name }) => name)).toEqual(['first']);
    expect(await page(2, 9)).toEqual({ count: 3, results: [] });
  });
});
