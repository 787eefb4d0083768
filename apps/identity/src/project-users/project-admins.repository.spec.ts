import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { aCaller, beside } from '@pks/testing';
import { ADMIN, KeptNotices, NOON, TestClock, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import type { Project } from '../projects/project.entity.ts';
import type { User } from '../users/user.entity.ts';
import { ProjectUser } from './project-user.entity.ts';
import { ProjectUsersService } from './project-users.service.ts';

const REFUSED = {
  data: { kind: 'invalid', message: 'The last admin of a project cannot be removed or demoted.' },
};
const NOT_FOUND = { data: { kind: 'not_found', message: 'Not found.' } };

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function service(notices = new KeptNotices()): ProjectUsersService {
  const { members, database } = world;
  return new ProjectUsersService(members, notices, database, new TestClock());
}

const as = ({ id, email }: User): Caller => aCaller({ user_id: id, email });
const named = ({ projectId, id }: ProjectUser) => ({ project_id: projectId, project_user_id: id });
const keyedToEmail = { data: { kind: 'invalid', fields: { email: [expect.any(String)] } } };

async function adminsOf({ id: project_id }: Project): Promise<string[]> {
  const { results } = await service().list({ project_id, limit: 100, offset: 0 });
  return results
    .filter(({ permissions }) => permissions.includes('CAN_PERFORM_ADMIN_ACTIONS'))
    .map(({ user }) => user.id);
}

describe('changing a member', () => {
  it('changes the given fields, keeps the rest, and publishes the change', async () => {
    const { project } = await world.aProject();
    const { user, member } = await world.aMember(project);
    const notices = new KeptNotices();
    const changed = await service(notices).update({ ...named(member), profile: 'user' });
    expect(changed).toEqual({
      id: member.id,
      user: { id: user.id, email: user.email, date_joined: '2026-11-21T12:00:00.000Z' },
      permissions: ['CAN_VIEW_DATA'],
      profile: 'user',
    });
    const permissions = [...ADMIN.permissions, ...ADMIN.permissions];
    const promoted = await service(notices).update({ ...named(member), permissions });
    expect(promoted).toMatchObject({ permissions: ADMIN.permissions, profile: 'user' });
    expect(notices.sent).toEqual([[user.id], [user.id]]);
  });

  it('changes and publishes nothing when no field is given', async () => {
    const { project } = await world.aProject();
    const { member } = await world.aMember(project);
    const notices = new KeptNotices();
    expect(await service(notices).update(named(member))).toMatchObject(VIEWER);
    expect(notices.sent).toEqual([]);
  });

  it('does not find members of another project', async () => {
    const { project } = await world.aProject();
    const { adminship: foreign } = await world.aProject();
    const reference = { ...named(foreign), project_id: project.id };
    const unknown = { project_id: project.id, project_user_id: randomUUID() };
    for (const one of [reference, unknown]) {
      await expect(service().update({ ...one, profile: 'user' })).rejects.toMatchObject(NOT_FOUND);
      await expect(service().remove(one)).rejects.toMatchObject(NOT_FOUND);
    }
  });
});

describe('changing a member who leaves at the same time', () => {
  it('is not found, and does not bring them back', async () => {
    const { project, organization } = await world.aProject();
    const { user, member } = await world.aMember(project, ADMIN);
    const place = { organizationId: organization.id, userId: user.id };
    const leave = async (): Promise<void> => {
      await world.organizations.lock(organization.id);
      await world.members.deleteAll(place);
    };
    const demote = () => service().update({ ...named(member), permissions: ['CAN_VIEW_DATA'] });
    const outcome = await beside(world.database, leave, demote);
    expect(outcome).toMatchObject({ status: 'rejected', reason: NOT_FOUND });
    await expect(service().remove(named(member))).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('removing a member', () => {
  it('by id ends their membership and publishes that, also for oneself', async () => {
    const { project } = await world.aProject();
    const { user, member } = await world.aMember(project, ADMIN);
    const notices = new KeptNotices();
    await service(notices).remove(named(member));
    expect(notices.sent).toEqual([[user.id]]);
    await expect(service().remove(named(member))).rejects.toMatchObject(NOT_FOUND);
  });

  it('by e-mail ends the membership of another user, ignoring case', async () => {
    const { project, admin } = await world.aProject();
    const { user } = await world.aMember(project);
    const notices = new KeptNotices();
    const request = { project_id: project.id, email: user.email.toUpperCase() };
    await service(notices).removeByEmail(request, as(admin));
    expect(notices.sent).toEqual([[user.id]]);
    await expect(service().removeByEmail(request, as(admin))).rejects.toMatchObject(keyedToEmail);
  });

  it('by e-mail is refused for the caller themselves, an unknown user, and a member of another project', async () => {
    const { project, admin } = await world.aProject();
    await world.aMember(project, ADMIN);
    const { admin: foreigner } = await world.aProject();
    for (const email of [admin.email, anEmail(), foreigner.email]) {
      const request = { project_id: project.id, email };
      await expect(service().removeByEmail(request, as(admin))).rejects.toMatchObject(keyedToEmail);
    }
  });
});

describe('the last admin', () => {
  it('is neither removed nor demoted, and nothing is published', async () => {
    const { project, admin, adminship } = await world.aProject();
    const { user } = await world.aMember(project);
    const notices = new KeptNotices();
    const { remove, update, removeByEmail } = {
      remove: () => service(notices).remove(named(adminship)),
      update: () => service(notices).update({ ...named(adminship), permissions: ['CAN_VIEW_DATA'] }),
      removeByEmail: () =>
        service(notices).removeByEmail({ project_id: project.id, email: admin.email }, as(user)),
    };
    for (const attempt of [remove, update, removeByEmail]) {
      await expect(attempt()).rejects.toMatchObject(REFUSED);
    }
    expect(await adminsOf(project)).toEqual([admin.id]);
    expect(notices.sent).toEqual([]);
  });

  it('may get another profile, and other permissions that include administering', async () => {
    const { adminship } = await world.aProject();
    const rights = { permissions: ['CAN_PERFORM_ADMIN_ACTIONS'], profile: 'user' } as const;
    expect(await service().update({ ...named(adminship), ...rights })).toMatchObject(rights);
  });

  it('is counted among active users: a deactivated admin does not count', async () => {
    const { project, organization, adminship } = await world.aProject();
    const { user } = await world.aMember(project, ADMIN);
    await world.suspend(organization, user);
    await expect(service().remove(named(adminship))).rejects.toMatchObject(REFUSED);
  });

  it('is counted among those whom somebody can act as: a service account without a valid key does not count', async () => {
    const { project, organization, adminship } = await world.aProject();
    const account = await world.aServiceAccount(organization);
    await world.members.add(ProjectUser.join(project.id, account.id, ADMIN, NOON), null);
    await world.aKey(account, NOON);
    const [{ key: revoked }, { key: disabled }] = [await world.aKey(account), await world.aKey(account)];
    revoked.revoke(NOON);
    disabled.change({ status: 'disabled' });
    for (const key of [revoked, disabled]) await world.keys.save(key);
    await expect(service().remove(named(adminship))).rejects.toMatchObject(REFUSED);
    await world.aKey(account, new Date(NOON.getTime() + 1));
    await service().remove(named(adminship));
    expect(await adminsOf(project)).toEqual([account.id]);
  });

  it('remains when the last two demote each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { project, adminship } = await world.aProject();
      const { member } = await world.aMember(project, ADMIN);
      const outcomes = await Promise.allSettled(
        [adminship, member].map((one) => service().update({ ...named(one), ...VIEWER })),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: REFUSED }]);
      expect(await adminsOf(project)).toHaveLength(1);
    }
  });

  it('remains when one of the last two is demoted and the other removed concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { project, adminship } = await world.aProject();
      const { member } = await world.aMember(project, ADMIN);
      const outcomes = await Promise.allSettled([
        service().update({ ...named(adminship), ...VIEWER }),
        service().remove(named(member)),
      ]);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: REFUSED }]);
      expect(await adminsOf(project)).toHaveLength(1);
    }
  });
});
