import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import type { Fault } from '@pks/platform';
import { aCaller, beside, silentLog } from '@pks/testing';
import { KeptNotices, NOON, TestClock, VIEWER, openWorld } from '../../test/world.ts';
import { OrganizationUser } from '../organizations/organization-user.entity.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import type { User } from '../users/user.entity.ts';
import { Project } from './project.entity.ts';
import { ProjectsService } from './projects.service.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

function projects(notices = new KeptNotices(), clock = new TestClock()): ProjectsService {
  return new ProjectsService(
    world.projects,
    world.organizations,
    notices,
    world.database,
    clock,
    silentLog(),
  );
}

/** Creates many users as members of a project. */
async function join({ id }: Project, count: number): Promise<void> {
  await world.database.manager.query(
    `WITH joined AS (
       INSERT INTO users (id, email, date_joined)
       SELECT made, made || '@example.test', now()
         FROM (SELECT gen_random_uuid() AS made FROM generate_series(1, $2)) ids
       RETURNING id)
     INSERT INTO project_users (project_id, id, user_id, permissions, profile, created_at)
     SELECT $1, gen_random_uuid(), id, '{}', 'user', now() FROM joined`,
    [id, count],
  );
}

const as = ({ id, email }: User): Caller => aCaller({ user_id: id, email, project: null });

describe('the projects of a caller', () => {
  it('are those they are a member of, newest first, then by id', async () => {
    const { organization, project, admin } = await world.aProject();
    const started = [project];
    for (const seconds of [10, 10, 5]) {
      const choices = { name: 'Another', artifact_publish_mode: 'auto_publish' as const };
      const another = Project.start(organization.id, choices, new Date(NOON.getTime() + seconds * 1000));
      await world.projects.add(another, ProjectUser.join(another.id, admin.id, VIEWER, NOON));
      started.push(another);
    }
    await world.aProject();
    const [first, second, third, fourth] = started.map(({ id }) => id);
    const expected = [...[second!, third!].sort(), fourth, first];
    const page = (limit: number, offset: number) => projects().list({ limit, offset }, as(admin));
    const all = await page(100, 0);
    expect(all.count).toBe(4);
    expect(all.results.map(({ id }) => id)).toEqual(expected);
    expect((await page(2, 1)).results.map(({ id }) => id)).toEqual(expected.slice(1, 3));
    expect(await page(2, 4)).toEqual({ count: 4, results: [] });
  });

  it('do not include one where they only belong to the organization', async () => {
    const { organization } = await world.aProject();
    const user = await world.anOrganizationUser(organization, undefined, 'admin');
    expect(await projects().list({ limit: 10, offset: 0 }, as(user))).toEqual({ count: 0, results: [] });
  });
});

describe('creating a project', () => {
  it('makes its creator a member with the profile tech, who may view and administer', async () => {
    const organization = await world.anOrganization();
    const admin = await world.anOrganizationUser(organization, undefined, 'admin');
    const request = { name: 'Alpha', organization_id: organization.id } as const;
    const project = await projects().create({ ...request, artifact_publish_mode: 'auto_publish' }, as(admin));
    expect(project).toMatchObject({ ...request, created_at: '2026-11-21T12:00:00.000Z' });
    expect(await projects().get({ project_id: project.id })).toEqual(project);
    const { results } = await world.members.list({ project_id: project.id, limit: 10, offset: 0 });
    expect(results).toEqual([
      {
        id: expect.any(String),
        user: { id: admin.id, email: admin.email, date_joined: '2026-11-21T12:00:00.000Z' },
        permissions: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'],
        profile: 'tech',
      },
    ]);
  });

  it('is forbidden to users who do not administer the organization, whether or not it exists', async () => {
    const organization = await world.anOrganization();
    const member = await world.anOrganizationUser(organization);
    const { admin: foreigner } = await world.aProject();
    const refusalOf = (user: User, organization_id: string): Promise<unknown> =>
      projects()
        .create({ name: 'Alpha', organization_id, artifact_publish_mode: 'auto_publish' }, as(user))
        .catch((error: unknown) => error);
    const refusals = [
      await refusalOf(member, organization.id),
      await refusalOf(foreigner, organization.id),
      await refusalOf(foreigner, randomUUID()),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        data: { kind: 'forbidden', message: 'You do not have permission to perform this action.' },
      });
    }
  });
});

describe('creating a project while its creator leaves the organization', () => {
  it('is refused: it would have no admin', async () => {
    const organization = await world.anOrganization();
    const admin = await world.anOrganizationUser(organization, undefined, 'admin');
    const leave = async (): Promise<void> => {
      await world.organizations.lock(organization.id);
      await world.organizations.deleteUser(OrganizationUser.join(organization.id, admin.id, 'admin', NOON));
    };
    const request = {
      name: 'Alpha',
      organization_id: organization.id,
      artifact_publish_mode: 'auto_publish',
    } as const;
    const outcome = await beside(world.database, leave, () => projects().create(request, as(admin)));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { data: { kind: 'forbidden' } } });
  });
});

describe('changing a project', () => {
  const LATER = new Date(NOON.getTime() + 60_000);
  const later = (): TestClock => Object.assign(new TestClock(), { time: LATER });

  it('changes the given fields, and records when', async () => {
    const { project } = await world.aProject();
    const notices = new KeptNotices();
    const changed = await projects(notices, later()).update({ project_id: project.id, name: 'Beta' });
    expect(changed).toEqual({ ...project.view(), name: 'Beta', updated_at: LATER.toISOString() });
    expect(await projects().get({ project_id: project.id })).toEqual(changed);
    expect(notices.sent).toEqual([]);
  });

  it('changes nothing when no field is given', async () => {
    const { project } = await world.aProject();
    expect(await projects(undefined, later()).update({ project_id: project.id })).toEqual(project.view());
    expect(await projects().get({ project_id: project.id })).toEqual(project.view());
  });

  it('notifies the members of another publish mode, once committed', async () => {
    const { project, admin } = await world.aProject();
    const { user } = await world.aMember(project);
    const notices = new KeptNotices();
    const service = projects(notices);
    await service.update({ project_id: project.id, artifact_publish_mode: 'manual_publish' });
    await service.update({ project_id: project.id, artifact_publish_mode: 'manual_publish' });
    expect(notices.sent).toHaveLength(1);
    expect([...notices.sent[0]!].sort()).toEqual([admin.id, user.id].sort());
  });

  it('notifies everyone when there are more than a thousand members to name', async () => {
    const { project } = await world.aProject();
    await join(project, 1_000);
    const notices = new KeptNotices();
    await projects(notices).update({ project_id: project.id, artifact_publish_mode: 'manual_publish' });
    expect(notices.sent).toEqual([[]]);
  });

  it('loses neither of two concurrent changes', async () => {
    const { project } = await world.aProject();
    const { id: project_id } = project;
    await Promise.all([
      projects().update({ project_id, name: 'Beta' }),
      projects().update({ project_id, artifact_publish_mode: 'manual_publish' }),
    ]);
    expect(await projects().get({ project_id })).toMatchObject({
      name: 'Beta',
      artifact_publish_mode: 'manual_publish',
    });
  });

  it('is refused for a project that does not exist', async () => {
    const project_id = randomUUID();
    await expect(projects().get({ project_id })).rejects.toMatchObject({ data: { kind: 'not_found' } });
    await expect(projects().update({ project_id, name: 'x' })).rejects.toMatchObject({
      data: { kind: 'not_found' },
    });
  });
});

describe('deleting a project', () => {
  it('numbers none of the members that are deleted with it', async () => {
    const { project, admin } = await world.aProject();
    await join(project, 3_000);
    await projects().remove({ project_id: project.id, name: project.name }, as(admin));
    const left = await world.database.manager.query<unknown[]>(
      `SELECT user_id FROM audience_changes WHERE project_id = $1
        UNION ALL SELECT project_id FROM audiences WHERE project_id = $1`,
      [project.id],
    );
    expect(left).toEqual([]);
  });

  it('removes it, its members and its invites, and says so once', async () => {
    const { project, admin } = await world.aProject();
    const { user } = await world.aMember(project);
    const notices = new KeptNotices();
    await projects(notices).remove({ project_id: project.id, name: project.name }, as(admin));
    const project_id = project.id;
    await expect(projects().get({ project_id })).rejects.toMatchObject({ data: { kind: 'not_found' } });
    expect(await projects().list({ limit: 10, offset: 0 }, as(admin))).toEqual({ count: 0, results: [] });
    expect([...notices.sent[0]!].sort()).toEqual([admin.id, user.id].sort());
    expect(await eventsOf(project_id)).toEqual([
      {
        subject: 'identity.event.project-deleted',
        payload: { project_id, deleted_at: '2026-11-21T12:00:00.000Z' },
      },
    ]);
  });

  it('is refused unless its name is repeated, and then deletes nothing', async () => {
    const { project, admin } = await world.aProject();
    for (const name of ['', project.name.toUpperCase(), `${project.name}s`]) {
      await expect(projects().remove({ project_id: project.id, name }, as(admin))).rejects.toMatchObject({
        data: { kind: 'invalid', fields: { name: ['This is not the name of the project.'] } },
      });
    }
    expect(await projects().get({ project_id: project.id })).toEqual(project.view());
    expect(await eventsOf(project.id)).toEqual([]);
  });

  it('leaves no member behind who joins at the same time', async () => {
    const { organization, project, admin } = await world.aProject();
    const user = await world.anOrganizationUser(organization);
    const joining = world.members.add(ProjectUser.join(project.id, user.id, VIEWER, NOON), null);
    const [joined] = await Promise.allSettled([
      joining,
      projects().remove({ project_id: project.id, name: project.name }, as(admin)),
    ]);
    const { results } = await world.members.list({ project_id: project.id, limit: 10, offset: 0 });
    expect(results).toEqual([]);
    const outcome = joined.status === 'fulfilled' ? joined.value : (joined.reason as Fault).data;
    expect([true, { kind: 'not_found', message: 'Not found.' }]).toContainEqual(outcome);
  });

  it('ends at once for a project that is deleted twice', async () => {
    const { project, admin } = await world.aProject();
    const removed = { project_id: project.id, name: project.name };
    const outcomes = await Promise.allSettled([
      projects().remove(removed, as(admin)),
      projects().remove(removed, as(admin)),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await eventsOf(project.id)).toHaveLength(1);
  });
});

const eventsOf = (projectId: string): Promise<object[]> =>
  world.database.manager.query(
    `SELECT subject, payload FROM outbox
      WHERE subject = 'identity.event.project-deleted' AND payload ->> 'project_id' = $1`,
    [projectId],
  );
