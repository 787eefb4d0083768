import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN, NOON, VIEWER, openWorld } from '../../test/world.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { AudienceRepository } from './audience.repository.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
let audience: AudienceRepository;
beforeAll(async () => {
  world = await openWorld();
  audience = new AudienceRepository(world.database);
});
afterAll(() => world.close());

/** The audience of a project without its first admin. */
async function others(project: { readonly id: string }, admin: { readonly id: string }) {
  const found = await audience.of(project.id);
  expect(found).toContainEqual({ user_id: admin.id, is_admin: true });
  return found.filter(({ user_id }) => user_id !== admin.id);
}

describe('the audience of a project', () => {
  it('is the members who may view it, and says who administers it', async () => {
    const { project, admin } = await world.aProject();
    const { user: viewer } = await world.aMember(project, VIEWER);
    const { user: second } = await world.aMember(project, ADMIN);
    await world.aMember(project, { permissions: ['CAN_IMPERSONATE_OTHER_USERS'], profile: 'user' });
    const { user: onlyAdmin } = await world.aMember(project, {
      permissions: ['CAN_PERFORM_ADMIN_ACTIONS'],
      profile: 'tech',
    });
    const expected = [
      { user_id: viewer.id, is_admin: false },
      { user_id: second.id, is_admin: true },
      { user_id: onlyAdmin.id, is_admin: true },
    ];
    const found = await others(project, admin);
    expect(found).toHaveLength(3);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  it('leaves out deactivated users and members of other projects', async () => {
    const { project, organization, admin } = await world.aProject();
    const [{ user }, { user: suspended }] = [await world.aMember(project), await world.aMember(project)];
    const { project: other } = await world.aProject();
    await world.aMember(other);
    await world.deactivate(user);
    await world.suspend(organization, suspended);
    expect(await others(project, admin)).toEqual([]);
    expect(await audience.of(randomUUID())).toEqual([]);
  });

  it('includes service accounts that are members', async () => {
    const { project, organization, admin } = await world.aProject();
    const account = await world.aServiceAccount(organization);
    expect(await others(project, admin)).toEqual([]);
    await world.members.add(ProjectUser.join(project.id, account.id, VIEWER, NOON), null);
    expect(await others(project, admin)).toEqual([{ user_id: account.id, is_admin: false }]);
  });
});

describe('a membership', () => {
  it('says whether the user is active and a member of the project', async () => {
    const { project, organization } = await world.aProject();
    const { user } = await world.aMember(project);
    const { user: outsider } = await world.aMember((await world.aProject()).project);
    const account = await world.aServiceAccount(organization);
    await world.members.add(ProjectUser.join(project.id, account.id, VIEWER, NOON), null);
    expect(await audience.membership(project.id, user.id)).toEqual({ is_active: true, is_member: true });
    expect(await audience.membership(project.id, account.id)).toEqual({ is_active: true, is_member: true });
    expect(await audience.membership(project.id, outsider.id)).toEqual({ is_active: true, is_member: false });
    await world.suspend(organization, user);
    expect(await audience.membership(project.id, user.id)).toEqual({ is_active: false, is_member: true });
  });

  it('does not exist for an unknown user', async () => {
    const { project } = await world.aProject();
    const none = { is_active: false, is_member: false };
    expect(await audience.membership(project.id, randomUUID())).toEqual(none);
  });
});
