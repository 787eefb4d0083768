import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audience } from '@pks/contracts';
import { RunningIdentity } from './running-identity.ts';

let identity: RunningIdentity;
beforeAll(async () => (identity = await RunningIdentity.start()));
afterAll(() => identity.stop());

describe('the audience of a project', () => {
  it('is returned to a service that calls without a user', async () => {
    const { project, admin } = await identity.world.aProject();
    const { user } = await identity.world.aMember(project);
    const members = await identity.call(audience.calls.changes, { project_id: project.id, after: 0 }, null);
    expect(members).toHaveLength(2);
    expect(members).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user_id: admin.id, is_member: true, is_admin: true }),
        expect.objectContaining({ user_id: user.id, is_member: true, is_admin: false }),
      ]),
    );
  });

  it('is empty for a project that does not exist', async () => {
    const request = { project_id: randomUUID(), after: 0 };
    expect(await identity.call(audience.calls.changes, request, null)).toEqual([]);
  });
});

describe('the membership of a user in a project', () => {
  it('is returned to a service', async () => {
    const { project } = await identity.world.aProject();
    const { user } = await identity.world.aMember(project);
    const request = { project_id: project.id, user_id: user.id };
    const membership = await identity.call(audience.calls.membership, request, null);
    expect(membership).toEqual({ is_active: true, is_member: true });
  });
});
