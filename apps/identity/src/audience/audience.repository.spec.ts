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

/** The numbered changes of a project's audience, except those of its first admin. */
async function changes({ id }: { readonly id: string }, admin: { readonly id: string }, after = 0) {
  const found = await audience.changes(id, after);
  return found.filter(({ user_id }) => user_id !== admin.id);
}

/** The audience of a project except its first admin, computed from all changes so far. */
async function others(project: { readonly id: string }, admin: { readonly id: string }) {
  const all = await audience.changes(project.id, 0);
  expect(all).toContainEqual(expect.objectContaining({ user_id: admin.id, is_member: true, is_admin: true }));
  const members = all.filter(({ user_id, is_member }) => is_member && user_id !== admin.id);
  return members.map(({ user_id, is_admin }) => ({ user_id, is_admin }));
}

/** The number of the last change. */
async function lastOf({ id }: { readonly id: string }): Promise<number> {
  return (await audience.changes(id, 0)).at(-1)?.number ?? 0;
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
    expect(await audience.changes(randomUUID(), 0)).toEqual([]);
  });

  it('includes service accounts that are members', async () => {
    const { project, organization, admin } = await world.aProject();
    const account = await world.aServiceAccount(organization);
    expect(await others(project, admin)).toEqual([]);
    await world.members.add(ProjectUser.join(project.id, account.id, VIEWER, NOON), null);
    expect(await others(project, admin)).toEqual([{ user_id: account.id, is_admin: false }]);
  });
});

describe('the changes of an audience', () => {
  it('contain each user once, at their last change, and nothing twice', async () => {
    const { project, admin } = await world.aProject();
    const { user: first, member } = await world.aMember(project, VIEWER);
    const { user: second } = await world.aMember(project, VIEWER);
    const before = await lastOf(project);
    expect((await changes(project, admin)).map(({ user_id }) => user_id)).toEqual([first.id, second.id]);
    expect(await audience.changes(project.id, before)).toEqual([]);
    await world.members.save(Object.assign(member, ADMIN));
    expect(await changes(project, admin, before)).toEqual([
      { number: before + 1, user_id: first.id, is_member: true, is_admin: true },
    ]);
    expect((await changes(project, admin)).map(({ user_id }) => user_id)).toEqual([second.id, first.id]);
  });

  it('tell who left, lost their permissions, was deactivated or suspended, in every project of theirs', async () => {
    const { project, organization, admin } = await world.aProject();
    const [leaving, restricted] = [await world.aMember(project), await world.aMember(project)];
    const [{ user: deactivated }, { user: suspended }] = [
      await world.aMember(project),
      await world.aMember(project),
    ];
    const { project: other, admin: otherAdmin } = await world.aProject();
    await world.members.add(ProjectUser.join(other.id, deactivated.id, VIEWER, NOON), null);
    const [before, otherBefore] = [await lastOf(project), await lastOf(other)];
    await world.members.delete(leaving.member);
    await world.members.save(Object.assign(restricted.member, { permissions: [] }));
    await world.deactivate(deactivated);
    await world.suspend(organization, suspended);
    const gone = [leaving.user, restricted.user, deactivated, suspended];
    expect(await changes(project, admin, before)).toEqual(
      gone.map(({ id }, index) => ({
        number: before + 1 + index,
        user_id: id,
        is_member: false,
        is_admin: false,
      })),
    );
    expect(await changes(other, otherAdmin, otherBefore)).toMatchObject([{ user_id: deactivated.id }]);
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
