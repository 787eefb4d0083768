import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audience } from '@pks/contracts';
import { RunningIdentity } from './running-service.ts';

let identity: RunningIdentity;
beforeAll(async () => (identity = await RunningIdentity.start()));
afterAll(() => identity.close());

describe('who is in a project', () => {
  it('is told to a service that asks without a caller', async () => {
    const { project, admin } = await identity.world.aProject();
    const { user } = await identity.world.aMember(project);
    const members = await identity.call(audience.calls.of, { project_id: project.id }, null);
    expect(members).toHaveLength(2);
    expect(members).toEqual(
      expect.arrayContaining([
        { user_id: admin.id, is_admin: true },
        { user_id: user.id, is_admin: false },
      ]),
    );
  });

  it('is nobody where there is no such project', async () => {
    expect(await identity.call(audience.calls.of, { project_id: randomUUID() }, null)).toEqual([]);
  });
});

describe('how somebody stands to a project', () => {
  it('is told to a service that asks', async () => {
    const { project } = await identity.world.aProject();
    const { user } = await identity.world.aMember(project);
    const asked = { project_id: project.id, user_id: user.id };
    const told = await identity.call(audience.calls.membership, asked, null);
    expect(told).toEqual({ is_active: true, is_member: true });
  });
});
