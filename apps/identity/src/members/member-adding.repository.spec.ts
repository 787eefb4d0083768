import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCaller, beside } from '@pks/testing';
import { as } from '../../test/running-identity.ts';
import { VIEWER, anEmail, openWorld } from '../../test/world.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

describe('adding a user who is invited', () => {
  it('accepts the invite, as its own acceptance does, and no other', async () => {
    const { project, organization, admin } = await world.aProject();
    const { project: elsewhere, admin: other } = await world.aProject();
    const email = anEmail();
    const { service, acceptance } = world.inviting();
    const invited = await service.invite({ project_id: project.id, email, ...VIEWER }, as(admin));
    const kept = await service.invite({ project_id: elsewhere.id, email, ...VIEWER }, as(other));
    const user = await world.anOrganizationUser(organization, email.toUpperCase());
    await world.adding().add({ project_id: project.id, user_id: user.id, ...VIEWER }, aCaller());
    const settled = { status: 'accepted', tokenHash: null };
    expect(await world.invites.find(project.id, invited.id)).toMatchObject(settled);
    expect(await world.invites.find(elsewhere.id, kept.id)).toMatchObject({ status: 'pending' });
    const token = world.mailedTokens.ofInvite({ id: invited.id, edition: 1 });
    await expect(acceptance.accept({ token })).rejects.toMatchObject({ data: { kind: 'invalid' } });
  });

  it('waits for whoever invites them at the same time, who waits for nobody', async () => {
    const { project, organization, admin } = await world.aProject();
    const email = anEmail();
    const { service } = world.inviting();
    const request = { project_id: project.id, email, ...VIEWER };
    await service.invite(request, as(admin));
    const { id: user_id } = await world.anOrganizationUser(organization, email);
    const outcome = await beside(
      world.database,
      () => world.invites.lockPending(project.id, email),
      () => world.adding().add({ project_id: project.id, user_id, ...VIEWER }, aCaller()),
      () => service.invite(request, as(admin)),
    );
    const fields = { user_id: ['This user is already a member of the project.'] };
    expect(outcome).toMatchObject({ status: 'rejected', reason: { data: { kind: 'invalid', fields } } });
  });
});
