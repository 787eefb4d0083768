import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UpdateOrganizationUser } from '@pks/contracts';
import { as } from '../../test/running-identity.ts';
import { KeptNotices, NOON, TestClock, VIEWER, openWorld } from '../../test/world.ts';
import type { User } from '../users/user.entity.ts';
import type { Organization } from './organization.entity.ts';

const DAY_MS = 24 * 60 * 60_000;

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

const at = (time: Date): TestClock => Object.assign(new TestClock(), { time });
const after = (days: number): Date => new Date(NOON.getTime() + days * DAY_MS);

/** A project, and an account of another organization that is invited to administer its organization. */
async function anInvitee() {
  const { organization, project, admin } = await world.aProject();
  const user = await world.aUser();
  const request = { organization_id: organization.id, email: user.email, role: 'admin' as const };
  await world.organizationUsers().add(request, as(admin));
  return { organization, project, admin, user };
}

type Invitee = Awaited<ReturnType<typeof anInvitee>>;

/** The user joins a project of the organization by an invite to that project. */
async function joinProject({ project, admin, user }: Invitee, now: Date) {
  const { service, acceptance } = world.inviting(new KeptNotices(), at(now));
  const { id } = await service.invite({ project_id: project.id, email: user.email, ...VIEWER }, as(admin));
  await acceptance.accept({ token: world.mailedTokens.ofInvite({ id, edition: 1 }) });
}

/** Changes the user as an admin of the organization. */
const change = (
  { organization, user }: Invitee,
  changes: Pick<UpdateOrganizationUser, 'is_active' | 'role'>,
) => world.organizationChanges().update({ organization_id: organization.id, user_id: user.id, ...changes });

async function accept({ organization, user }: Invitee, edition: number, now = NOON) {
  const invite = await world.organizationInvites.find(organization.id, user.id);
  const token = world.mailedTokens.ofInvite({ id: invite?.id ?? '', edition });
  return world.inviting(new KeptNotices(), at(now)).acceptance.accept({ token });
}

const roleOf = ({ id }: User, organization: Organization) => world.organizations.roleOf(id, organization.id);

describe('whoever joins a project while they are invited to its organization', () => {
  it('gets the role of that invite until it expires, and is a plain member from then on', async () => {
    const [early, late] = [await anInvitee(), await anInvitee()];
    await joinProject(early, new Date(after(14).getTime() - 1));
    expect(await roleOf(early.user, early.organization)).toBe('admin');
    await joinProject(late, after(14));
    expect(await roleOf(late.user, late.organization)).toBe('member');
    expect(await world.organizationInvites.find(late.organization.id, late.user.id)).toBeNull();
  });
});

describe('deactivating a user who is invited to the organization', () => {
  it('withdraws the invite: its token ends, and they are not activated', async () => {
    const invitee = await anInvitee();
    const { organization, user } = invitee;
    expect(await change(invitee, { is_active: false })).toMatchObject({ is_active: false, role: 'admin' });
    await expect(accept(invitee, 1)).rejects.toHaveProperty('data.fields.token');
    expect(await roleOf(user, organization)).toBeUndefined();
    await expect(change(invitee, { is_active: true })).rejects.toMatchObject({
      data: {
        fields: { is_active: ['This user has not accepted the invite to the organization yet.'] },
      },
    });
    await change(invitee, { is_active: false });
  });

  it('leaves it to their next invite whether they join: to the organization, or to a project as a plain member', async () => {
    const [again, elsewhere] = [await anInvitee(), await anInvitee()];
    for (const invitee of [again, elsewhere]) await change(invitee, { is_active: false });
    const request = {
      organization_id: again.organization.id,
      email: again.user.email,
      role: 'admin' as const,
    };
    const invite = (now: Date) =>
      world.organizationUsers(new KeptNotices(), at(now)).add(request, as(again.admin));
    await expect(invite(NOON)).rejects.toMatchObject({ data: { kind: 'throttled', retryAfter: 60 } });
    expect(await invite(after(1))).toMatchObject({ is_active: false, role: 'admin' });
    await accept(again, 2, after(1));
    expect(await roleOf(again.user, again.organization)).toBe('admin');
    await joinProject(elsewhere, NOON);
    expect(await roleOf(elsewhere.user, elsewhere.organization)).toBe('member');
  });

  it('is no consequence of another role alone', async () => {
    const invitee = await anInvitee();
    expect(await change(invitee, { role: 'member' })).toMatchObject({ is_active: false, role: 'member' });
    await accept(invitee, 1);
    expect(await roleOf(invitee.user, invitee.organization)).toBe('member');
  });
});
