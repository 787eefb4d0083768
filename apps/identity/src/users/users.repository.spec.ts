import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NOON, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { Project } from '../projects/project.entity.ts';
import { User } from './user.entity.ts';

const MANY_PROJECTS = `
  WITH added AS (
    INSERT INTO projects (id, organization_id, name, artifact_publish_mode, created_at, updated_at)
    SELECT gen_random_uuid(), $1, 'Project ' || n, 'auto_publish', now(), now() FROM generate_series(1, $3::integer) n
    RETURNING id)
  INSERT INTO project_users (project_id, id, user_id, email, permissions, profile, created_at)
  SELECT added.id, gen_random_uuid(), u.id, u.email, '{CAN_VIEW_DATA}', 'user', now() FROM added, users u WHERE u.id = $2`;
const MANY_ORGANIZATIONS = `
  WITH added AS (
    INSERT INTO organizations (id, name, created_at)
    SELECT gen_random_uuid(), 'Organization ' || n, now() FROM generate_series(1, $2::integer) n
    RETURNING id)
  INSERT INTO organization_users (organization_id, user_id, role, created_at)
  SELECT id, $1, 'member', now() FROM added`;

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

describe('users', () => {
  it('are found by their e-mail, ignoring case, which is kept as it was given', async () => {
    const email = `Ana.${anEmail()}`;
    const user = await world.aUser(email);
    expect(await world.users.findByEmail(email.toLowerCase())).toMatchObject({ id: user.id, email });
    expect(await world.users.findByEmail(`x${email}`)).toBeNull();
  });

  it('have a unique e-mail, ignoring case, also when two are added concurrently', async () => {
    const email = anEmail();
    const added = await Promise.all(
      [email, email.toUpperCase(), email].map((one) => world.users.addIfNew(User.join(one, null, NOON))),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
  });

  it('see the places they belong to, by name, and what they may do there', async () => {
    const { organization, project, admin } = await world.aProject({ name: 'beta' });
    const choices = { name: 'Alpha', artifact_publish_mode: 'auto_publish' as const };
    const other = Project.start(organization.id, choices, NOON);
    await world.projects.add(other, ProjectUser.join(other.id, admin.id, VIEWER, NOON));
    expect(await world.users.me(admin.id)).toEqual({
      id: admin.id,
      email: admin.email,
      date_joined: '2026-11-21T12:00:00.000Z',
      organizations: [{ id: organization.id, name: 'Acme', role: 'admin' }],
      projects: [
        { id: other.id, name: 'Alpha', permissions: ['CAN_VIEW_DATA'], profile: 'contributor' },
        {
          id: project.id,
          name: 'beta',
          permissions: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'],
          profile: 'tech',
        },
      ],
    });
  });

  it('see all of them, however many', async () => {
    const { organization, project, admin } = await world.aProject({ name: 'zeta' });
    await world.database.manager.query(MANY_PROJECTS, [organization.id, admin.id, 1_000]);
    await world.database.manager.query(MANY_ORGANIZATIONS, [admin.id, 1_000]);
    const me = await world.users.me(admin.id);
    expect(me?.projects).toHaveLength(1_001);
    expect(me?.projects.at(-1)).toMatchObject({ id: project.id, name: 'zeta' });
    expect(me?.organizations).toHaveLength(1_001);
  });

  it('see empty lists when they belong to none', async () => {
    const { id } = await world.aUser();
    expect(await world.users.me(id)).toMatchObject({ id, organizations: [], projects: [] });
    expect(await world.users.me(randomUUID())).toBeUndefined();
  });
});
