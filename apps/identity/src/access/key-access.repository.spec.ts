import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Access, type ResolveAccess, hashOfSecret } from '@pks/contracts';
import { NOON, VIEWER, openWorld } from '../../test/world.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { ApiKey } from '../service-accounts/api-key.entity.ts';

const MINUTE = 60_000;
const WORTHLESS = { caller: null, project: null, organization: null };
const later = (ms: number) => new Date(NOON.getTime() + ms);

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function resolve(secret: string, overrides: Partial<ResolveAccess> = {}, at = NOON): Promise<Access> {
  return world.access(at).resolve({ kind: 'api_key', secret_hash: hashOfSecret(secret), ...overrides });
}

async function anAccount() {
  return world.aServiceAccount(await world.anOrganization());
}

/** Changes columns of a key. */
async function change({ id }: ApiKey, work: (key: ApiKey) => void): Promise<void> {
  const key = await world.database.manager.findOneByOrFail(ApiKey, { id });
  work(key);
  await world.keys.save(key);
}

const disable = (key: ApiKey): void => key.change({ status: 'disabled' });
const revoke = (key: ApiKey): void => void key.revoke(NOON);

describe('what an API key grants', () => {
  it('resolves to its service account', async () => {
    const account = await anAccount();
    const { secret, key } = await world.aKey(account);
    expect(await resolve(secret)).toEqual({
      ...WORTHLESS,
      caller: {
        user_id: account.id,
        email: account.email,
        kind: 'service_account',
        credential_id: key.id,
        project: null,
        organization: null,
      },
    });
  });

  it('resolves to nothing when it does not exist, or is looked up as a token', async () => {
    const { secret } = await world.aKey(await anAccount());
    expect(await resolve('pks_unheard-of')).toEqual({ ...WORTHLESS, refusal: 'Invalid API key.' });
    expect(await resolve(secret, { kind: 'user_token' })).toEqual(WORTHLESS);
    const { secret: token } = await world.aToken(await world.aUser());
    expect(await resolve(token)).toEqual({ ...WORTHLESS, refusal: 'Invalid API key.' });
  });

  it('is refused as revoked, else expired, else disabled, with the reason', async () => {
    const { secret, key } = await world.aKey(await anAccount(), later(MINUTE));
    const refusalAt = async (at: Date) => (await resolve(secret, {}, at)).refusal;
    expect(await refusalAt(NOON)).toBeUndefined();
    await change(key, disable);
    expect(await resolve(secret)).toEqual({ ...WORTHLESS, refusal: 'API key disabled.' });
    expect(await refusalAt(later(MINUTE))).toBe('API key expired.');
    await change(key, revoke);
    expect(await refusalAt(later(MINUTE))).toBe('API key revoked.');
    expect(await refusalAt(NOON)).toBe('API key revoked.');
  });

  it('expires on time, to the millisecond', async () => {
    const { secret } = await world.aKey(await anAccount(), later(MINUTE));
    expect((await resolve(secret, {}, later(MINUTE - 1))).refusal).toBeUndefined();
    expect((await resolve(secret, {}, later(MINUTE))).refusal).toBe('API key expired.');
  });

  it('is disabled while its organization deactivates the account', async () => {
    const organization = await world.anOrganization();
    const account = await world.aServiceAccount(organization);
    const { secret } = await world.aKey(account);
    await world.suspend(organization, account);
    expect((await resolve(secret)).refusal).toBe('API key disabled.');
  });

  it('is disabled while its account is deactivated', async () => {
    const account = await anAccount();
    const { secret, key } = await world.aKey(account, later(MINUTE));
    await world.deactivate(account);
    const refusalAt = async (at: Date) => (await resolve(secret, {}, at)).refusal;
    expect(await refusalAt(NOON)).toBe('API key disabled.');
    expect(await refusalAt(later(MINUTE))).toBe('API key expired.');
    await change(key, revoke);
    expect(await refusalAt(NOON)).toBe('API key revoked.');
  });
});

describe('the use of an API key', () => {
  it('is recorded at most once an hour, and only while the key is valid', async () => {
    const { secret, key } = await world.aKey(await anAccount());
    const lastUsed = async () =>
      (await world.database.manager.findOneByOrFail(ApiKey, { id: key.id })).lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await resolve(secret);
    expect(await lastUsed()).toEqual(NOON);
    await resolve(secret, {}, later(60 * MINUTE));
    expect(await lastUsed()).toEqual(NOON);
    await resolve(secret, {}, later(61 * MINUTE));
    expect(await lastUsed()).toEqual(later(61 * MINUTE));
    await change(key, disable);
    await resolve(secret, {}, later(600 * MINUTE));
    expect(await lastUsed()).toEqual(later(61 * MINUTE));
  });
});

describe('the access of a service account', () => {
  it('to a project is that of a member with its permissions there', async () => {
    const { project, organization } = await world.aProject();
    const account = await world.aServiceAccount(organization);
    const { secret } = await world.aKey(account);
    expect(await resolve(secret, { project_id: project.id })).toMatchObject({
      project: 'foreign',
      caller: { project: null },
    });
    await world.members.add(ProjectUser.join(project.id, account.id, VIEWER, NOON), null);
    expect(await resolve(secret, { project_id: project.id })).toMatchObject({
      project: 'member',
      caller: { kind: 'service_account', project: { id: project.id, permissions: ['CAN_VIEW_DATA'] } },
    });
    expect((await resolve(secret, { project_id: randomUUID() })).project).toBe('unknown');
  });

  it('to its organization is that of a member, and to any other none', async () => {
    const organization = await world.anOrganization();
    const { secret } = await world.aKey(await world.aServiceAccount(organization));
    const { id: other } = await world.anOrganization();
    expect(await resolve(secret, { organization_id: organization.id })).toMatchObject({
      organization: 'member',
      caller: { organization: { id: organization.id, role: 'member' } },
    });
    expect((await resolve(secret, { organization_id: other })).organization).toBe('foreign');
  });
});
