import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UpdateOrganizationUser } from '@pks/contracts';
import { eventually, openSession } from '@pks/testing';
import { as } from '../../test/running-identity.ts';
import { ADMIN, KeptNotices, NOON, TestClock, VIEWER, openWorld } from '../../test/world.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { ProjectUsersService } from '../project-users/project-users.service.ts';
import { Project } from '../projects/project.entity.ts';
import type { User } from '../users/user.entity.ts';
import { OrganizationUser } from './organization-user.entity.ts';
import type { Organization } from './organization.entity.ts';

const NOT_FOUND = { data: { kind: 'not_found', message: 'Not found.' } };
const LAST_ADMIN = {
  data: { kind: 'invalid', message: 'The last admin of an organization cannot be deactivated or demoted.' },
};

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

const changes = (notices = new KeptNotices()) => world.organizationChanges(notices);

const naming = ({ id: organization_id }: Organization, { id: user_id }: User) => ({
  organization_id,
  user_id,
});

/** An organization with two admins. */
async function administered(): Promise<{ organization: Organization; admins: [User, User] }> {
  const organization = await world.anOrganization();
  const anAdmin = () => world.anOrganizationUser(organization, undefined, 'admin');
  return { organization, admins: [await anAdmin(), await anAdmin()] };
}

async function activeAdminsOf(organization: Organization): Promise<number> {
  const page = { limit: 100, offset: 0 };
  const { results } = await world.organizations.listUsers(organization.id, page);
  return results.filter(({ is_active, role }) => is_active && role === 'admin').length;
}

describe('changing a user of an organization', () => {
  it('deactivates and reactivates them, shows the change, and publishes both', async () => {
    const { organization } = await administered();
    const user = await world.anOrganizationUser(organization);
    const notices = new KeptNotices();
    const shown = { id: user.id, email: user.email, date_joined: NOON.toISOString(), role: 'member' };
    const request = naming(organization, user);
    expect(await changes(notices).update({ ...request, is_active: false })).toEqual({
      ...shown,
      is_active: false,
    });
    expect(await world.organizations.roleOf(user.id, organization.id)).toBeUndefined();
    expect(await world.users.findByEmail(user.email)).toMatchObject({ isActive: true });
    expect(await changes(notices).update({ ...request, is_active: true })).toEqual({
      ...shown,
      is_active: true,
    });
    expect(notices.sent).toEqual([[user.id], [user.id]]);
  });

  it('changes their role, and publishes that', async () => {
    const { organization } = await administered();
    const user = await world.anOrganizationUser(organization);
    const notices = new KeptNotices();
    const promoted = await changes(notices).update({ ...naming(organization, user), role: 'admin' });
    expect(promoted).toMatchObject({ role: 'admin', is_active: true });
    expect(await world.organizations.roleOf(user.id, organization.id)).toBe('admin');
    expect(notices.sent).toEqual([[user.id]]);
  });

  it('changes and publishes nothing when no field is given or none differs', async () => {
    const { organization, admins } = await administered();
    const notices = new KeptNotices();
    const [admin] = admins;
    const request = naming(organization, admin);
    expect(await changes(notices).update(request)).toMatchObject({ is_active: true, role: 'admin' });
    await changes(notices).update({ ...request, is_active: true, role: 'admin' });
    expect(notices.sent).toEqual([]);
  });

  it('does not find users of another organization or users who do not exist', async () => {
    const { organization, admins } = await administered();
    const { admins: foreigners } = await administered();
    const user_ids = [foreigners[0].id, randomUUID()];
    for (const user_id of user_ids) {
      const request = { organization_id: organization.id, user_id, is_active: false };
      await expect(changes().update(request)).rejects.toMatchObject(NOT_FOUND);
    }
    const nowhere = { organization_id: randomUUID(), user_id: admins[0].id, is_active: false };
    await expect(changes().update(nowhere)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('the last admin of an organization', () => {
  it.each<Pick<UpdateOrganizationUser, 'is_active' | 'role'>>([{ is_active: false }, { role: 'member' }])(
    'stays at %j, and nothing is announced',
    async (change) => {
      const { organization, admins } = await administered();
      const [admin, deactivated] = admins;
      await world.suspend(organization, deactivated);
      const notices = new KeptNotices();
      const request = { ...naming(organization, admin), ...change };
      await expect(changes(notices).update(request)).rejects.toMatchObject(LAST_ADMIN);
      expect(await activeAdminsOf(organization)).toBe(1);
      expect(notices.sent).toEqual([]);
    },
  );

  it('does not include a deactivated one, who can be demoted', async () => {
    const { organization, admins } = await administered();
    const [, other] = admins;
    await world.suspend(organization, other);
    const demoted = await changes().update({ ...naming(organization, other), role: 'member' });
    expect(demoted).toMatchObject({ role: 'member', is_active: false });
  });

  it('remains when two deactivate and demote each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organization, admins } = await administered();
      const outcomes = await Promise.allSettled(
        admins.map((admin, n) =>
          changes().update({
            ...naming(organization, admin),
            ...(n % 2 === 0 ? { is_active: false } : { role: 'member' as const }),
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: LAST_ADMIN }]);
      expect(await activeAdminsOf(organization)).toBe(1);
    }
  });
});

describe('the last admin of a project', () => {
  it('cannot be deactivated, and the error names the project', async () => {
    const { organization, project, admin } = await world.aProject({ name: 'Beta' });
    await world.anOrganizationUser(organization, undefined, 'admin');
    const earlier = { name: 'alpha', artifact_publish_mode: 'auto_publish' as const };
    const other = Project.start(organization.id, earlier, NOON);
    await world.projects.add(other, ProjectUser.join(other.id, admin.id, ADMIN, NOON));
    const request = { ...naming(organization, admin), is_active: false };
    const refusalOf = (name: string) => ({
      data: {
        kind: 'invalid',
        message: `This user is the last admin of the project "${name}" and cannot be deactivated.`,
      },
    });
    await expect(changes().update(request)).rejects.toMatchObject(refusalOf('alpha'));
    const { user, member } = await world.aMember(other, ADMIN);
    await expect(changes().update(request)).rejects.toMatchObject(refusalOf('Beta'));
    await world.members.add(ProjectUser.join(project.id, user.id, ADMIN, NOON), null);
    expect(await changes().update(request)).toMatchObject({ is_active: false });
    expect(member.isAdmin).toBe(true);
  });

  it('cannot be deactivated where the only other one is a service account without a valid key', async () => {
    const { organization, project, admin } = await world.aProject();
    await world.anOrganizationUser(organization, undefined, 'admin');
    const account = await world.aServiceAccount(organization);
    await world.members.add(ProjectUser.join(project.id, account.id, ADMIN, NOON), null);
    const request = { ...naming(organization, admin), is_active: false };
    await expect(changes().update(request)).rejects.toMatchObject({ data: { kind: 'invalid' } });
    await world.aKey(account);
    expect(await changes().update(request)).toMatchObject({ is_active: false });
  });

  it('remains when one admin is deactivated while the other is demoted or removed', async () => {
    const { members, database } = world;
    const service = new ProjectUsersService(members, new KeptNotices(), database, new TestClock());
    for (let round = 0; round < 6; round += 1) {
      const { organization, project, admin } = await world.aProject();
      await world.anOrganizationUser(organization, undefined, 'admin');
      const { member } = await world.aMember(project, ADMIN);
      const named = { project_id: project.id, project_user_id: member.id };
      const outcomes = await Promise.allSettled([
        changes().update({ ...naming(organization, admin), is_active: false }),
        round % 2 === 0 ? service.remove(named) : service.update({ ...named, permissions: [] }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('a user of several organizations', () => {
  it('is deactivated, reactivated and given a role by each for itself alone', async () => {
    const { organization } = await administered();
    const { organization: other } = await administered();
    const user = await world.anOrganizationUser(organization);
    await world.organizations.addUser(OrganizationUser.join(other.id, user.id, 'member', NOON));
    const request = naming(organization, user);
    await changes().update({ ...request, is_active: false, role: 'admin' });
    expect(await world.organizations.roleOf(user.id, organization.id)).toBeUndefined();
    expect(await world.organizations.roleOf(user.id, other.id)).toBe('member');
    await changes().update({ ...request, is_active: true });
    expect(await world.organizations.roleOf(user.id, organization.id)).toBe('admin');
    expect(await world.organizations.roleOf(user.id, other.id)).toBe('member');
  });

  it('is deactivated by one though they are the last admin of a project of another', async () => {
    const { organization } = await administered();
    const { admin } = await world.aProject();
    await world.organizations.addUser(OrganizationUser.join(organization.id, admin.id, 'member', NOON));
    const request = { ...naming(organization, admin), is_active: false };
    expect(await changes().update(request)).toMatchObject({ is_active: false });
  });
});

describe('leaving an organization', () => {
  const leave = ({ id: organization_id }: Organization, user: User, notices = new KeptNotices()) =>
    world.organizationChanges(notices).leave({ organization_id }, as(user));

  it('ends the membership in it and its projects alone, and publishes that', async () => {
    const [{ organization, project }, elsewhere] = [await world.aProject(), await world.aProject()];
    const { user } = await world.aMember(project, ADMIN);
    await world.organizations.addUser(
      OrganizationUser.join(elsewhere.organization.id, user.id, 'member', NOON),
    );
    await world.members.add(ProjectUser.join(elsewhere.project.id, user.id, ADMIN, NOON), null);
    const notices = new KeptNotices();
    await leave(organization, user, notices);
    expect(notices.sent).toEqual([[user.id]]);
    expect(await world.organizations.findUser(organization.id, user.id)).toBeNull();
    expect(await world.members.findByEmail(project.id, user.email)).toBeNull();
    expect(await world.members.findByEmail(elsewhere.project.id, user.email)).not.toBeNull();
    await expect(leave(organization, user)).rejects.toMatchObject({ data: { kind: 'forbidden' } });
  });

  it('is refused for its last admin, and for the last admin of one of its projects', async () => {
    const { organization, project, admin } = await world.aProject({ name: 'Beta' });
    const refusal = (message: string) => ({ data: { kind: 'invalid', message } });
    await expect(leave(organization, admin)).rejects.toMatchObject(
      refusal('The last admin of an organization cannot leave.'),
    );
    await world.anOrganizationUser(organization, undefined, 'admin');
    await expect(leave(organization, admin)).rejects.toMatchObject(
      refusal('This user is the last admin of the project "Beta" and cannot leave.'),
    );
    await world.aMember(project, ADMIN);
    await leave(organization, admin);
  });

  it('locks the audiences of its projects in the order in which a deactivated account does', async () => {
    const { organization, project: one, admin } = await world.aProject();
    const chosen = { name: 'Beta', artifact_publish_mode: 'auto_publish' } as const;
    const id = one.id.replace(/^.{8}/, '00000000');
    const two = Object.assign(Project.start(organization.id, chosen, NOON), { id });
    await world.projects.add(two, ProjectUser.join(two.id, admin.id, ADMIN, NOON));
    const user = await world.anOrganizationUser(organization);
    for (const project of [one, two])
      await world.members.add(ProjectUser.join(project.id, user.id, VIEWER, NOON), null);
    const session = await openSession(world.database.options.url);
    const lock = (project: Project) =>
      session.rows('SELECT FROM identity.audiences WHERE project_id = $1 FOR NO KEY UPDATE', [project.id]);
    await session.rows('BEGIN');
    await lock(two);
    const left = leave(organization, user);
    await eventually('it waits', () => session.isWaitedFor());
    await lock(one);
    await session.rows('COMMIT');
    await left;
    await session.close();
  });

  it('leaves one admin when the last two leave concurrently', async () => {
    const { organization, admins } = await administered();
    const outcomes = await Promise.allSettled(admins.map((admin) => leave(organization, admin)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await activeAdminsOf(organization)).toBe(1);
  });
});
