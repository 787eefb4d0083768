import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Access, type ResolveAccess, hashOfSecret } from '@pks/contracts';
import { beside } from '@pks/testing';
import { ADMIN, NOON, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { OrganizationUser } from '../organizations/organization-user.entity.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { PastToken } from '../sessions/past-token.entity.ts';
import { UserToken } from '../sessions/user-token.entity.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WORTHLESS = { caller: null, project: null, organization: null };

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function resolve(
  secret: string,
  place: Omit<ResolveAccess, 'kind' | 'secret_hash'> = {},
  at = NOON,
): Promise<Access> {
  return world.access(at).resolve({ kind: 'user_token', secret_hash: hashOfSecret(secret), ...place });
}

describe('what a credential grants', () => {
  it('resolves to its user, and to no place where none is named', async () => {
    const user = await world.aUser();
    const { secret, token } = await world.aToken(user);
    const { id: user_id, email } = user;
    expect(await resolve(secret)).toEqual({
      ...WORTHLESS,
      caller: { user_id, email, kind: 'user', credential_id: token.id, project: null, organization: null },
    });
  });

  it('resolves to nothing when it does not exist', async () => {
    expect(await resolve('pkt_unheard-of')).toEqual(WORTHLESS);
  });

  it('resolves to nothing once its user is deactivated', async () => {
    const user = await world.aUser();
    const { secret } = await world.aToken(user);
    await world.deactivate(user);
    expect(await resolve(secret)).toEqual({
      ...WORTHLESS,
      token_end: 'The account of the token is not active.',
    });
  });

  it('says of a token that it was revoked, whatever revoked it', async () => {
    const user = await world.aUser();
    const [one, other, kept] = [await world.aToken(user), await world.aToken(user), await world.aToken(user)];
    await world.tokens.revoke(one.token.id, user.id);
    await world.database.transaction(() => world.tokens.revokeOthers(user.id, kept.token.id));
    for (const { secret } of [one, other])
      expect(await resolve(secret)).toEqual({ ...WORTHLESS, token_end: 'The token was revoked.' });
    expect((await resolve(kept.secret)).caller).not.toBeNull();
  });

  it('says of a token that it has ended, also after another login, and when it was one too many', async () => {
    const user = await world.aUser();
    const { secret, token } = await world.aToken(user);
    const ended = { ...WORTHLESS, token_end: 'The token has ended.' };
    expect(await resolve(secret, {}, new Date(NOON.getTime() + 90 * DAY))).toEqual(ended);
    const next = UserToken.issue(user.id, NOON);
    await world.tokens.add(next.token, token.lastUsedAt);
    expect(await resolve(secret)).toEqual(ended);
    for (let n = 0; n < UserToken.MOST; n += 1)
      await world.aToken(user, new Date(NOON.getTime() + MINUTE + n));
    expect(await resolve(next.secret)).toEqual(ended);
  });

  it('is forgotten once a hundred others of its user have ended after it', async () => {
    const user = await world.aUser();
    const { secret, token } = await world.aToken(user);
    await world.tokens.revoke(token.id, user.id);
    for (let n = 0; n <= PastToken.MOST; n += 1) {
      const { token: other } = await world.aToken(user);
      await world.tokens.revoke(other.id, user.id);
    }
    await world.aToken(user);
    expect(await resolve(secret)).toEqual(WORTHLESS);
    expect(await world.database.manager.countBy(PastToken, { userId: user.id })).toBe(PastToken.MOST);
  });

  it('expires 90 days after its last use, and not before', async () => {
    const { secret } = await world.aToken(await world.aUser());
    const end = NOON.getTime() + 90 * DAY;
    expect((await resolve(secret, {}, new Date(end))).caller).toBeNull();
    expect((await resolve(secret, {}, new Date(end - 1))).caller).not.toBeNull();
    expect((await resolve(secret, {}, new Date(end))).caller).not.toBeNull();
  });

  it('is renewed by each use, and writes that at most once an hour', async () => {
    const { secret, token } = await world.aToken(await world.aUser());
    const lastUsed = async () =>
      (await world.database.manager.findOneByOrFail(UserToken, { id: token.id })).lastUsedAt;
    const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);
    await resolve(secret, {}, later(60));
    expect(await lastUsed()).toEqual(NOON);
    await resolve(secret, {}, later(61));
    expect(await lastUsed()).toEqual(later(61));
    await resolve(secret, {}, later(90));
    expect(await lastUsed()).toEqual(later(61));
  });
});

describe('access to a project', () => {
  it('is that of a member, with the permissions and the publish mode', async () => {
    const { project } = await world.aProject({ artifact_publish_mode: 'manual_publish' });
    const { user } = await world.aMember(project, VIEWER);
    const { secret } = await world.aToken(user);
    const access = await resolve(secret, { project_id: project.id });
    expect(access).toMatchObject({ project: 'member', organization: null, caller: { organization: null } });
    expect(access.caller?.project).toEqual({
      id: project.id,
      permissions: ['CAN_VIEW_DATA'],
      artifact_publish_mode: 'manual_publish',
    });
  });

  it('includes viewing for members who may administer', async () => {
    const { project } = await world.aProject();
    const { user } = await world.aMember(project, {
      permissions: ['CAN_PERFORM_ADMIN_ACTIONS'],
      profile: 'tech',
    });
    const { secret } = await world.aToken(user);
    const { caller } = await resolve(secret, { project_id: project.id });
    expect(caller?.project?.permissions).toEqual(['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS']);
  });

  it('is "foreign" for non-members, even in the same organization, and reveals nothing else', async () => {
    const { project, organization } = await world.aProject();
    const { secret } = await world.aToken(await world.anOrganizationUser(organization));
    const access = await resolve(secret, { project_id: project.id });
    expect(access.project).toBe('foreign');
    expect(access.caller?.project).toBeNull();
  });

  it('is "foreign" for a member whom the organization deactivated, and for no other organization', async () => {
    const { project, organization } = await world.aProject();
    const { project: elsewhere } = await world.aProject();
    const { user } = await world.aMember(project, ADMIN);
    await world.organizations.addUser(
      OrganizationUser.join(elsewhere.organizationId, user.id, 'member', NOON),
    );
    await world.members.add(ProjectUser.join(elsewhere.id, user.id, VIEWER, NOON), null);
    const { secret } = await world.aToken(user);
    await world.suspend(organization, user);
    expect(await resolve(secret, { project_id: project.id })).toMatchObject({
      project: 'foreign',
      caller: { user_id: user.id, project: null },
    });
    expect(await resolve(secret, { organization_id: organization.id })).toMatchObject({
      organization: 'foreign',
      caller: { organization: null },
    });
    expect((await resolve(secret, { project_id: elsewhere.id })).project).toBe('member');
  });

  it('is "unknown" for a project that does not exist', async () => {
    const { secret } = await world.aToken(await world.aUser());
    const access = await resolve(secret, { project_id: randomUUID() });
    expect(access.project).toBe('unknown');
    expect(access.caller?.project).toBeNull();
  });
});

describe('access to an organization', () => {
  it.each(['admin', 'member'] as const)('is that of a member, as %s', async (role) => {
    const organization = await world.anOrganization();
    const { secret } = await world.aToken(await world.anOrganizationUser(organization, undefined, role));
    const access = await resolve(secret, { organization_id: organization.id });
    expect(access).toMatchObject({ organization: 'member', project: null });
    expect(access.caller?.organization).toEqual({ id: organization.id, role });
  });

  it('is "foreign" for an admin of another, and "unknown" for one that does not exist', async () => {
    const [mine, other] = [await world.anOrganization(), await world.anOrganization()];
    const { secret } = await world.aToken(await world.anOrganizationUser(mine, undefined, 'admin'));
    expect(await resolve(secret, { organization_id: other.id })).toMatchObject({
      organization: 'foreign',
      caller: { organization: null },
    });
    expect((await resolve(secret, { organization_id: randomUUID() })).organization).toBe('unknown');
  });
});

describe('an e-mail that an issuer verified', () => {
  it('proves the mailbox: the password that an organization set and its tokens are void', async () => {
    const user = await world.anUnprovedUser(await world.anOrganization(), 'a hash');
    const { secret } = await world.aToken(user);
    await world.access().resolveEmail({ email: user.email });
    expect((await resolve(secret)).caller).not.toBeNull();
    const request = { email: user.email, is_verified: true };
    expect((await world.access().resolveEmail(request)).caller).toMatchObject({ user_id: user.id });
    expect(await world.users.findByEmail(user.email)).toMatchObject({
      mailboxProvedAt: NOON,
      passwordHash: null,
    });
    expect((await resolve(secret)).caller).toBeNull();
  });

  it('proves nothing of an account that gets another e-mail at the same time, and resolves to nobody', async () => {
    const user = await world.anUnprovedUser(await world.anOrganization(), 'a hash');
    const { email, id } = user;
    const { users } = world;
    const outcome = await beside(
      world.database,
      () => users.lock(id),
      () => world.access().resolveEmail({ email, is_verified: true }),
      () => users.save(Object.assign(user, { email: anEmail() })),
    );
    expect(outcome).toEqual({ status: 'fulfilled', value: WORTHLESS });
    expect(await users.findByEmail(user.email)).toMatchObject({
      mailboxProvedAt: null,
      passwordHash: 'a hash',
    });
  });

  it('leaves a proved account as it is', async () => {
    const user = await world.aUser(undefined, 'a hash');
    const { secret } = await world.aToken(user);
    await world.access().resolveEmail({ email: user.email, is_verified: true });
    expect(await world.users.findByEmail(user.email)).toMatchObject({ passwordHash: 'a hash' });
    expect((await resolve(secret)).caller).not.toBeNull();
  });
});
