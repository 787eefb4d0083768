import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ACCESS_CHANGED,
  type Access,
  deletedProjects,
  hashOfSecret,
  projectUsers,
  projects,
  sessions,
  users,
} from '@pks/contracts';
import type { Idempotency } from '@pks/platform';
import type { ProjectUser } from '../src/project-users/project-user.entity.ts';
import { UserToken } from '../src/sessions/user-token.entity.ts';
import { hashPassword } from '../src/sessions/passwords.ts';
import type { User } from '../src/users/user.entity.ts';
import { RunningIdentity, aKey, as } from './running-identity.ts';
import { ADMIN, type World, anEmail } from './world.ts';

let service: RunningIdentity;
let world: World;
const call: RunningIdentity['call'] = (...request) => service.call(...request);
const accessOf: RunningIdentity['accessOf'] = (...request) => service.accessOf(...request);
const noticesAbout = (user: User): number => service.noticesAbout(user);

beforeAll(async () => {
  service = await RunningIdentity.start();
  ({ world } = service);
});
afterAll(() => service.stop());

describe('a session', () => {
  it('begins by logging in, resolves to its user, and ends by logging out', async () => {
    const user = await world.aUser(undefined, await hashPassword('correct horse'));
    const session = await call(sessions.calls.logIn, { email: user.email, password: 'correct horse' }, null);
    const { caller } = await accessOf(session.token);
    expect(caller).toMatchObject({ user_id: user.id, email: user.email, kind: 'user', project: null });
    await call(sessions.calls.logOut, {}, caller);
    expect(noticesAbout(user)).toBe(1);
    expect((await accessOf(session.token)).caller).toBeNull();
  });

  it('is refused for wrong credentials with the message of the specification', async () => {
    await expect(call(sessions.calls.logIn, { email: anEmail(), password: 'x' }, null)).rejects.toMatchObject(
      {
        data: { kind: 'invalid', message: 'Unable to log in with provided credentials.' },
      },
    );
  });

  it('is not ended by the logout of another user, nor by one with another kind of credential', async () => {
    const [ana, eve] = [await world.aUser(), await world.aUser()];
    const { secret, token } = await world.aToken(ana, new Date());
    const stolen = { ...as(eve), credential_id: token.id };
    await expect(call(sessions.calls.logOut, {}, stolen)).rejects.toMatchObject({
      data: { kind: 'unauthenticated' },
    });
    expect((await accessOf(secret)).caller).not.toBeNull();
  });
});

describe('an account', () => {
  it('is changed by user tokens alone', async () => {
    const organization = await world.anOrganization();
    const user = await world.anOrganizationUser(organization);
    const place = { organization_id: organization.id };
    const passwords = { current_password: 'correct horse', password: 'correct horses' };
    const key = { ...as(user), kind: 'service_account' as const };
    const ofIssuer = { ...as(user), credential_id: user.id };
    for (const caller of [key, ofIssuer]) {
      for (const changed of [
        call(users.calls.changePassword, passwords, caller),
        call(users.calls.leave, place, caller),
        call(sessions.calls.logOut, {}, caller),
      ])
        await expect(changed).rejects.toMatchObject({ data: { kind: 'forbidden' } });
    }
  });
});

describe('an organization', () => {
  it('gains a user who can log in, creates a project, and is listed in both', async () => {
    const organization = await world.anOrganization();
    const email = anEmail();
    const request = { organization_id: organization.id, email, role: 'admin' as const };
    const admin = await world.anOrganizationUser(organization, undefined, 'admin');
    await call(users.calls.addToOrganization, { ...request, password: 'correct horse' }, as(admin));
    const { token } = await call(sessions.calls.logIn, { email, password: 'correct horse' }, null);
    const { caller } = await accessOf(token);
    const project = await call(
      projects.calls.create,
      { name: 'Alpha', organization_id: organization.id, artifact_publish_mode: 'manual_publish' },
      caller,
    );
    const me = await call(users.calls.me, {}, caller);
    expect(me.organizations).toEqual([{ id: organization.id, name: 'Acme', role: 'admin' }]);
    expect(me.projects).toEqual([{ id: project.id, name: 'Alpha', ...ADMIN }]);
    const there = await accessOf(token, project.id);
    expect(there).toMatchObject({ project: 'member', caller: { project: { id: project.id } } });
    expect((await call(projects.calls.list, { limit: 10, offset: 0 }, caller)).results).toEqual([project]);
  });

  it('refuses requests that break the contract', async () => {
    const organization = await world.anOrganization();
    const admin = await world.anOrganizationUser(organization, undefined, 'admin');
    const request = { organization_id: organization.id, email: 'no e-mail', role: 'member' as const };
    await expect(call(users.calls.addToOrganization, request, as(admin))).rejects.toMatchObject({
      data: { kind: 'invalid', fields: { email: ['Enter a valid email address.'] } },
    });
  });

  it('lists its users with the total', async () => {
    const { organization, admin } = await world.aProject();
    const list = { organization_id: organization.id, limit: 1, offset: 0 };
    expect(await call(users.calls.listOfOrganization, list, as(admin))).toMatchObject({
      count: 1,
      results: [{ id: admin.id, email: admin.email, is_active: true, role: 'admin' }],
    });
  });
});

describe('a request under an idempotency key', () => {
  it('takes effect once, and is replayed', async () => {
    const organization = await world.anOrganization();
    const admin = await world.anOrganizationUser(organization, undefined, 'admin');
    const caller = as(admin);
    const request = { name: 'Once', organization_id: organization.id };
    const key = aKey();
    const create = () =>
      call(projects.calls.create, { ...request, artifact_publish_mode: 'auto_publish' }, caller, key);
    const first = await create();
    expect(await create()).toEqual(first);
    expect((await call(projects.calls.list, { limit: 10, offset: 0 }, caller)).count).toBe(1);
  });

  it('replays a refusal, though the request would now succeed', async () => {
    const { project, organization, admin } = await world.aProject();
    const late = anEmail();
    const rights = { permissions: ['CAN_VIEW_DATA'], profile: 'user' } as const;
    const request = { project_id: project.id, email: late, ...rights };
    const [caller, key] = [as(admin), aKey()];
    const add = (under?: Idempotency) => call(projectUsers.calls.add, request, caller, under);
    await expect(add(key)).rejects.toMatchObject({ data: { fields: { email: [expect.any(String)] } } });
    await call(
      users.calls.addToOrganization,
      { organization_id: organization.id, email: late, role: 'member' },
      caller,
    );
    await expect(add(key)).rejects.toMatchObject({ data: { fields: { email: [expect.any(String)] } } });
    expect(await add()).toMatchObject({ user: { email: late } });
  });

  it('publishes its change once', async () => {
    const { project, organization, admin } = await world.aProject();
    const user = await world.anOrganizationUser(organization);
    const rights = { permissions: ['CAN_VIEW_DATA'], profile: 'user' } as const;
    const request = { project_id: project.id, user_id: user.id, ...rights };
    const [caller, key] = [as(admin), aKey()];
    const first = await call(projectUsers.calls.add, request, caller, key);
    expect(await call(projectUsers.calls.add, request, caller, key)).toEqual(first);
    expect(noticesAbout(user)).toBe(1);
  });
});

describe('a change of access', () => {
  it('is notified before the answer, and after the commit', async () => {
    const { project, admin } = await world.aProject();
    const { user, member } = await world.aMember(project, ADMIN);
    const { secret } = await world.aToken(user, new Date());
    const received = new Promise<Access>((resolve) => {
      void service.bus.connection.subscribe(ACCESS_CHANGED, (message) => {
        if (message.string().includes(user.id)) resolve(accessOf(secret, project.id));
      });
    });
    await service.bus.connection.flush();
    const reference = { project_id: project.id, project_user_id: member.id };
    await call(projectUsers.calls.update, { ...reference, permissions: ['CAN_VIEW_DATA'] }, as(admin));
    expect(noticesAbout(user)).toBe(1);
    expect((await received).caller?.project?.permissions).toEqual(['CAN_VIEW_DATA']);
  });

  it('is not notified when it is refused', async () => {
    const { project, admin, adminship } = await world.aProject();
    const reference = { project_id: project.id, project_user_id: adminship.id };
    await expect(call(projectUsers.calls.remove, reference, as(admin))).rejects.toMatchObject({
      data: { kind: 'invalid' },
    });
    expect(noticesAbout(admin)).toBe(0);
  });

  it('notifies all members when the publish mode changes', async () => {
    const { project, admin } = await world.aProject();
    const { user } = await world.aMember(project);
    const { secret } = await world.aToken(user, new Date());
    const request = { project_id: project.id, artifact_publish_mode: 'manual_publish' as const };
    await call(projects.calls.update, request, as(admin));
    expect([noticesAbout(admin), noticesAbout(user)]).toEqual([1, 1]);
    const { caller } = await accessOf(secret, project.id);
    expect(caller?.project?.artifact_publish_mode).toBe('manual_publish');
  });
});

describe('deleted projects', () => {
  const listed = async (after: string): Promise<string[]> =>
    (await call(deletedProjects.calls.after, { after }, null)).map(({ id }) => id);

  it('are told from projects that exist', async () => {
    const [kept, gone] = [await world.aProject(), await world.aProject()];
    const { id: project_id, name } = gone.project;
    const ids = [kept.project.id, project_id, randomUUID()];
    expect(await call(deletedProjects.calls.among, { ids }, null)).toEqual([]);
    await call(projects.calls.remove, { project_id, name }, as(gone.admin));
    expect(await call(deletedProjects.calls.among, { ids }, null)).toEqual([{ id: project_id }]);
  });

  it('are listed for the other services by their ids, after any of them', async () => {
    const before = '00000000-0000-0000-0000-000000000000';
    const deleted: string[] = [];
    for (const { project, admin } of [await world.aProject(), await world.aProject()]) {
      const { id: project_id, name } = project;
      expect(await listed(before)).not.toContain(project_id);
      await call(projects.calls.remove, { project_id, name }, as(admin));
      deleted.push(project_id);
    }
    const [first = '', second] = deleted.sort();
    const all = await listed(before);
    expect(all).toEqual(expect.arrayContaining(deleted));
    expect(all).toEqual(all.toSorted());
    expect(await listed(first)).toContain(second);
    expect(await listed(first)).not.toContain(first);
  });
});

describe('concurrent changes', () => {
  it('leave a project one admin when its last two demote each other over the bus', async () => {
    const { project, admin, adminship } = await world.aProject();
    const { user, member } = await world.aMember(project, ADMIN);
    const demote = (target: ProjectUser, by: User) =>
      call(
        projectUsers.calls.update,
        { project_id: project.id, project_user_id: target.id, permissions: ['CAN_VIEW_DATA'] },
        as(by),
      );
    const outcomes = await Promise.allSettled([demote(adminship, user), demote(member, admin)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('add a user to a project once', async () => {
    const { project, organization, admin } = await world.aProject();
    const { id: user_id } = await world.anOrganizationUser(organization);
    const request = { project_id: project.id, user_id, permissions: [], profile: 'user' as const };
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => call(projectUsers.calls.add, request, as(admin))),
    );
    const refusals = outcomes.filter(({ status }) => status === 'rejected');
    expect(refusals).toHaveLength(2);
    expect(refusals).toMatchObject([{ reason: { data: { fields: { user_id: [expect.any(String)] } } } }, {}]);
  });
});

describe('what is stored', () => {
  it('contains no secret of a token', async () => {
    const user = await world.aUser(undefined, await hashPassword('correct horse'));
    const { token } = await call(
      sessions.calls.logIn,
      { email: user.email, password: 'correct horse' },
      null,
    );
    const [row] = await world.database.manager.findBy(UserToken, { userId: user.id });
    expect(row?.secretHash).toBe(hashOfSecret(token));
    expect(JSON.stringify([row, await world.users.findByEmail(user.email)])).not.toContain(
      token.slice(4, 30),
    );
  });
});
