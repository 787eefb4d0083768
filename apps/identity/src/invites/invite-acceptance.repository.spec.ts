import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AcceptedInvite } from '@pks/contracts';
import { beside, silentLog } from '@pks/testing';
import { as } from '../../test/running-identity.ts';
import { KeptNotices, NOON, TestClock, VIEWER, openWorld } from '../../test/world.ts';
import { OrganizationUser } from '../organizations/organization-user.entity.ts';
import type { Project } from '../projects/project.entity.ts';
import { ProjectsService } from '../projects/projects.service.ts';
import type { User } from '../users/user.entity.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

/** Invites a user with an account to a project. Returns a function that accepts the invite. */
async function invited(
  project: Project,
  admin: User,
  { email }: User,
): Promise<() => Promise<AcceptedInvite>> {
  const { service, acceptance } = world.inviting();
  const { id } = await service.invite({ project_id: project.id, email, ...VIEWER }, as(admin));
  const token = world.mailedTokens.ofInvite({ id, edition: 1 });
  return () => acceptance.accept({ token });
}

describe('accepting an invite', () => {
  it('while leaving the organization is before or after it: nobody is in a project without being in its organization', async () => {
    const { project, organization, admin } = await world.aProject();
    const user = await world.aUser();
    const accept = await invited(project, admin, user);
    await world.organizations.addUser(OrganizationUser.join(organization.id, user.id, 'member', NOON));
    const leave = () => world.organizationChanges().leave({ organization_id: organization.id }, as(user));
    const outcome = await beside(world.database, accept, leave);
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect(await world.organizations.findUser(organization.id, user.id)).toBeNull();
    const { results } = await world.members.list({ project_id: project.id, limit: 10, offset: 0 });
    expect(results.map((member) => member.user.id)).toEqual([admin.id]);
  });

  it('waits for whoever deletes the project, who waits for nobody', async () => {
    const { project, admin } = await world.aProject();
    const accept = await invited(project, admin, await world.aUser());
    const { projects, organizations, database } = world;
    const service = new ProjectsService(
      projects,
      organizations,
      new KeptNotices(),
      database,
      new TestClock(),
      silentLog(),
    );
    const outcome = await beside(
      database,
      () => projects.lockToDelete(project.id),
      accept,
      () => service.remove({ project_id: project.id, name: project.name }, as(admin)),
    );
    const fields = { token: ['This token is wrong, used, cancelled or expired.'] };
    expect(outcome).toMatchObject({ status: 'rejected', reason: { data: { kind: 'invalid', fields } } });
    expect(await projects.find(project.id)).toBeUndefined();
  });
});
