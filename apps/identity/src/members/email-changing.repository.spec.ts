import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailChanged } from '@pks/contracts';
import { Outbox, OutboxEvent } from '@pks/platform';
import { aCaller, beside } from '@pks/testing';
import { as } from '../../test/running-identity.ts';
import { ADMIN, KeptNotices, NOON, TestClock, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { EmailChanging } from './email-changing.ts';
import type { User } from '../users/user.entity.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

let user: User;
let notices: KeptNotices;
beforeEach(async () => {
  user = await world.anOrganizationUser(await world.anOrganization());
  notices = new KeptNotices();
});

function change(from: string, to: string): Promise<void> {
  const { users, members, invites, database } = world;
  const outbox = new Outbox(database);
  const changing = new EmailChanging(users, members, invites, outbox, notices, database, new TestClock());
  return changing.change({ from, to });
}

/** The events about the user. */
async function events(): Promise<object[]> {
  const found = await world.database.manager.findBy(OutboxEvent, { subject: emailChanged.subject });
  return found.map(({ payload }) => payload).filter((payload) => Reflect.get(payload, 'user_id') === user.id);
}

describe('a change of e-mail', () => {
  it('changes the user, publishes the event and sends the notice', async () => {
    const [previous_email, to] = [user.email, anEmail()];
    await change(user.email.toUpperCase(), to);
    expect(await world.users.findByEmail(to)).toMatchObject({ id: user.id });
    expect(await events()).toEqual([
      { user_id: user.id, email: to, previous_email, changed_at: NOON.toISOString() },
    ]);
    expect(notices.sent).toEqual([[user.id]]);
  });

  it('lists and finds the user by the new one in their projects', async () => {
    const { project, admin } = await world.aProject();
    const { user: member } = await world.aMember(project);
    const to = `zz-${anEmail()}`;
    await change(member.email, to);
    const list = async (search: { search?: string } = {}): Promise<string[]> => {
      const { results } = await world.members.list({
        project_id: project.id,
        limit: 10,
        offset: 0,
        ...search,
      });
      return results.map(({ user: { email } }) => email);
    };
    expect(await list({ search: to })).toEqual([to]);
    expect(await list({ search: member.email })).toEqual([]);
    expect(await list()).toEqual([admin.email, to]);
  });

  it('accepts the pending invites of the new one to their projects, and no other', async () => {
    const { project, admin } = await world.aProject();
    const { project: elsewhere, admin: other } = await world.aProject();
    const { user: member, member: before } = await world.aMember(project);
    const to = anEmail();
    const { service, acceptance } = world.inviting();
    const invited = await service.invite({ project_id: project.id, email: to, ...ADMIN }, as(admin));
    const kept = await service.invite({ project_id: elsewhere.id, email: to, ...VIEWER }, as(other));
    await change(member.email, to.toUpperCase());
    const settled = { status: 'accepted', tokenHash: null };
    expect(await world.invites.find(project.id, invited.id)).toMatchObject(settled);
    expect(await world.invites.find(elsewhere.id, kept.id)).toMatchObject({ status: 'pending' });
    const token = world.mailedTokens.ofInvite({ id: invited.id, edition: 1 });
    await expect(acceptance.accept({ token })).rejects.toMatchObject({ data: { kind: 'invalid' } });
    const { permissions } = before;
    expect(await world.members.find(project.id, before.id)).toMatchObject({ permissions });
  });

  it('is waited for by whoever makes the user a member at the same time', async () => {
    const { project, organization } = await world.aProject();
    const member = await world.anOrganizationUser(organization);
    const to = anEmail();
    const outcome = await beside(
      world.database,
      () => change(member.email, to),
      () => world.adding().add({ project_id: project.id, user_id: member.id, ...VIEWER }, aCaller()),
    );
    expect(outcome.status).toBe('fulfilled');
    const { results } = await world.members.list({
      project_id: project.id,
      limit: 10,
      offset: 0,
      search: to,
    });
    expect(results.map(({ user: { id } }) => id)).toEqual([member.id]);
  });

  it('may change only its case, and publishes nothing when it is the same', async () => {
    await change(user.email, user.email);
    expect(await events()).toEqual([]);
    await change(user.email, user.email.toUpperCase());
    expect(await events()).toHaveLength(1);
  });

  it('is refused when another user has it, and then nothing is published', async () => {
    const other = await world.anOrganizationUser(await world.anOrganization());
    await expect(change(user.email, other.email.toUpperCase())).rejects.toThrow(
      'Another user has the e-mail',
    );
    expect(await events()).toEqual([]);
    expect(notices.sent).toEqual([]);
  });

  it('is refused when no user has the current one', async () => {
    await expect(change(anEmail(), anEmail())).rejects.toThrow('No user has the e-mail');
  });
});
