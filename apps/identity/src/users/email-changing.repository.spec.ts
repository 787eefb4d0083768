import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailChanged } from '@pks/contracts';
import { Outbox, OutboxEvent } from '@pks/platform';
import { aCaller, beside } from '@pks/testing';
import { KeptNotices, NOON, TestClock, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { EmailChanging } from './email-changing.ts';
import type { User } from './user.entity.ts';

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
  const { users, database } = world;
  return new EmailChanging(users, new Outbox(database), notices, database, new TestClock()).change({
    from,
    to,
  });
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
