import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

/** The user joins a project of the organization by an invite to it. */
async function joinProject({ project, admin, user }: Awaited<ReturnType<typeof anInvitee>>, now: Date) {
  const { service, acceptance } = world.inviting(new KeptNotices(), at(now));
  const { id } = await service.invite({ project_id: project.id, email: user.email, ...VIEWER }, as(admin));
  await acceptance.accept({ token: world.mailedTokens.ofInvite({ id, edition: 1 }) });
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
