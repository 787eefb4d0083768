import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultOf } from '@pks/testing';
import { openWorld } from '../../test/world.ts';
import { StandingsRepository } from './standings.repository.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
let standings: StandingsRepository;
beforeAll(async () => {
  world = await openWorld();
  standings = new StandingsRepository(world.database);
});
afterAll(() => world.close());

describe('the standing of a user in a project', () => {
  it('is what they may do there now, with the project', async () => {
    const { project, admin } = await world.aProject();
    const { user: viewer } = await world.aMember(project);
    expect(await standings.of(project.id, admin.id)).toEqual({
      project_name: project.name,
      artifact_publish_mode: project.publishMode,
      permissions: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'],
    });
    expect((await standings.of(project.id, viewer.id)).permissions).toEqual(['CAN_VIEW_DATA']);
  });

  it('is nothing for others, and for whom the organization suspended', async () => {
    const { project, organization } = await world.aProject();
    const { user } = await world.aMember(project);
    await world.suspend(organization, user);
    const { admin: foreigner } = await world.aProject();
    for (const id of [user.id, foreigner.id, randomUUID()])
      expect((await standings.of(project.id, id)).permissions).toEqual([]);
  });

  it('does not exist in an unknown project', async () => {
    expect(await faultOf(standings.of(randomUUID(), randomUUID()))).toMatchObject({ kind: 'not_found' });
  });
});
