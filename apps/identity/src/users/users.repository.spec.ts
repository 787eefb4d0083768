import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NOON, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { Project } from '../projects/project.entity.ts';
import { User } from './user.entity.ts';

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

  it('see empty lists when they belong to none', async () => {
    const { id } = await world.aUser();
    expect(await world.users.me(id)).toMatchObject({ id, organizations: [], projects: [] });
    expect(await world.users.me(randomUUID())).toBeUndefined();
  });
});
