import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type InviteUser,
  type ListInvites,
  inviteIssued,
  memberJoined,
  type NewInvite,
  hashOfSecret,
} from '@pks/contracts';
import { OutboxEvent } from '@pks/platform';
import { as } from '../../test/running-identity.ts';
import { ADMIN, KeptNotices, NOON, TestClock, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import type { Project } from '../projects/project.entity.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { UserToken } from '../sessions/user-token.entity.ts';
import { OrganizationUser } from '../organizations/organization-user.entity.ts';
import type { User } from '../users/user.entity.ts';

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'correct horse';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

const keyedTo = (field: string): object => ({
  data: { kind: 'invalid', fields: { [field]: [expect.any(String)] } },
});
const inviteRequest = (
  { id: project_id }: Project,
  email: string,
  rights: Partial<InviteUser> = {},
): InviteUser => ({
  project_id,
  email,
  ...VIEWER,
  ...rights,
});
const invite = (project: Project, by: User, email = anEmail(), rights = {}): Promise<NewInvite> =>
  world.inviting().service.invite(inviteRequest(project, email, rights), as(by));
const accept = (token: string, password = PASSWORD, clock = new TestClock(), notices = new KeptNotices()) =>
  world.inviting(notices, clock).acceptance.accept({ token, password });
/** Accepts with an account that keeps its password. */
const join = (token: string) => world.inviting().acceptance.accept({ token });
const tokenOf = (id: string, edition = 1): string => world.mailedTokens.ofInvite({ id, edition });
const outboxOf = async ({ id }: Project): Promise<OutboxEvent[]> => {
  const events = await world.database.manager.find(OutboxEvent, { order: { id: 'ASC' } });
  return events.filter(({ payload }) => JSON.stringify(payload).includes(id));
};
const eventsOf = async (project: Project): Promise<OutboxEvent[]> =>
  (await outboxOf(project)).filter(({ subject }) => subject !== inviteIssued.subject);
const issuedOf = async (project: Project): Promise<object[]> =>
  (await outboxOf(project)).flatMap(({ subject, payload }) =>
    subject === inviteIssued.subject ? [payload] : [],
  );
const failuresOf = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));

describe('inviting a new user', () => {
  it('creates a pending invite, the hash of its token, and the event that sends the e-mail', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const made = await invite(project, admin, email);
    expect(made).toEqual({
      id: expect.any(String),
      email,
      ...VIEWER,
      status: 'pending',
      created_at: NOON.toISOString(),
      updated_at: NOON.toISOString(),
      invited_by: { id: admin.id, email: admin.email },
      type: 'new_user',
    });
    expect(await world.invites.find(project.id, made.id)).toMatchObject({
      tokenHash: hashOfSecret(tokenOf(made.id)),
    });
    const payload = { project_id: project.id, invite_id: made.id, edition: 1, email, kind: 'new_user' };
    expect(await issuedOf(project)).toEqual([payload]);
    expect(await eventsOf(project)).toEqual([]);
  });

  it('again renews the invite: other permissions, another token, 14 days from then', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const first = await invite(project, admin, email);
    const clock = new TestClock();
    clock.time = new Date(NOON.getTime() + 10 * DAY_MS);
    const { service } = world.inviting(new KeptNotices(), clock);
    const second = await service.invite(inviteRequest(project, email.toUpperCase(), ADMIN), as(admin));
    expect(second).toEqual({ ...first, ...ADMIN, updated_at: clock.time.toISOString() });
    expect(await issuedOf(project)).toMatchObject([{ edition: 1 }, { edition: 2, email }]);
    await expect(accept(tokenOf(first.id, 1))).rejects.toMatchObject(keyedTo('token'));
    clock.time = new Date(NOON.getTime() + 23 * DAY_MS);
    expect(await accept(tokenOf(first.id, 2), PASSWORD, clock)).toMatchObject({ user: { email } });
  });

  it('again by a process whose clock is behind leaves when it was last changed', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const first = await invite(project, admin, email);
    const clock = new TestClock();
    clock.time = new Date(NOON.getTime() - 5 * 60_000);
    const { service } = world.inviting(new KeptNotices(), clock);
    const second = await service.invite(inviteRequest(project, email, ADMIN), as(admin));
    expect(second).toEqual({ ...first, ...ADMIN });
  });

  it('many times concurrently creates one invite', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const made = await Promise.all([1, 2, 3, 4].map(() => invite(project, admin, email)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await world.invites.find(project.id, made[0]!.id))?.edition).toBe(1);
    expect(await issuedOf(project)).toHaveLength(1);
  });

  it('is refused for the address of a service account', async () => {
    const { project, admin } = await world.aProject();
    const email = 'a@service-accounts.invalid';
    await expect(invite(project, admin, email)).rejects.toMatchObject(keyedTo('email'));
  });
});

describe('inviting a user of the organization', () => {
  it('adds them to the project immediately, and publishes the events', async () => {
    const { project, organization, admin } = await world.aProject();
    const user = await world.anOrganizationUser(organization);
    const notices = new KeptNotices();
    const { service } = world.inviting(notices);
    const made = await service.invite(inviteRequest(project, user.email.toUpperCase()), as(admin));
    expect(made).toMatchObject({ type: 'existing_user', status: 'accepted', ...VIEWER });
    expect(await world.organizations.roleOf(user.id, organization.id)).toBe('member');
    expect(await world.members.findByEmail(project.id, user.email)).toMatchObject({
      userId: user.id,
      ...VIEWER,
    });
    expect(notices.sent).toEqual([[user.id]]);
    expect(await issuedOf(project)).toMatchObject([{ invite_id: made.id, kind: 'existing_user' }]);
    expect(await eventsOf(project)).toMatchObject([
      { subject: memberJoined.subject, payload: { user_id: user.id, email: user.email, ...VIEWER } },
    ]);
  });

  it('settles their pending invite, without a second e-mail within a minute', async () => {
    const { project, organization, admin } = await world.aProject();
    const email = anEmail();
    const pending = await invite(project, admin, email);
    await world.anOrganizationUser(organization, email);
    const settled = await invite(project, admin, email);
    expect(settled).toMatchObject({ id: pending.id, status: 'accepted', type: 'existing_user' });
    expect(await issuedOf(project)).toMatchObject([{ kind: 'new_user' }]);
    await expect(accept(tokenOf(pending.id))).rejects.toMatchObject(keyedTo('token'));
  });

  it('is refused for a member and for a deactivated user, keyed to the e-mail, and changes nothing', async () => {
    const { project, organization, admin } = await world.aProject();
    await expect(invite(project, admin, admin.email)).rejects.toMatchObject(keyedTo('email'));
    const [suspended, gone] = [
      await world.anOrganizationUser(organization),
      await world.anOrganizationUser(organization),
    ];
    await world.suspend(organization, suspended);
    await world.deactivate(gone);
    await expect(invite(project, admin, suspended.email)).rejects.toMatchObject(keyedTo('email'));
    await expect(invite(project, admin, gone.email)).rejects.toMatchObject(keyedTo('email'));
    expect(await world.organizations.roleOf(suspended.id, organization.id)).toBeUndefined();
    expect(await issuedOf(project)).toEqual([]);
    expect(await eventsOf(project)).toEqual([]);
  });

  it('twice concurrently adds them once', async () => {
    const { project, organization, admin } = await world.aProject();
    const { email } = await world.anOrganizationUser(organization);
    const outcomes = await Promise.allSettled([1, 2].map(() => invite(project, admin, email)));
    expect(failuresOf(outcomes)).toMatchObject([keyedTo('email')]);
    expect((await eventsOf(project)).map(({ subject }) => subject)).toEqual([memberJoined.subject]);
  });
});

describe('inviting an account of another organization', () => {
  it('sends a token like to anyone else, and shows nothing of the account', async () => {
    const { project, organization, admin } = await world.aProject();
    const { admin: stranger } = await world.aProject();
    const made = await invite(project, admin, stranger.email);
    expect(made).toMatchObject({ type: 'new_user', status: 'pending' });
    expect(await issuedOf(project)).toMatchObject([{ invite_id: made.id, kind: 'new_user' }]);
    expect(await eventsOf(project)).toEqual([]);
    expect(await world.organizations.roleOf(stranger.id, organization.id)).toBeUndefined();
  });

  it('whose mailbox is proved lets it join with the password that it has, and no other', async () => {
    const { project, organization, admin } = await world.aProject();
    const user = await world.aUser(undefined, await hashPassword(PASSWORD));
    const { token: older } = await world.aToken(user);
    const { id } = await invite(project, admin, user.email);
    await expect(accept(tokenOf(id), 'another password')).rejects.toMatchObject(keyedTo('password'));
    expect(await join(tokenOf(id))).toMatchObject({
      user: { id: user.id },
      project_id: project.id,
      organization_id: organization.id,
    });
    expect(await world.sessions().logIn({ email: user.email, password: PASSWORD })).toBeDefined();
    expect(await world.database.manager.findOneBy(UserToken, { id: older.id })).not.toBeNull();
  });

  it('that another organization made leaves that organization with nothing: no password and no token', async () => {
    const { project, admin } = await world.aProject();
    const user = await world.anUnprovedUser(
      await world.anOrganization(),
      await hashPassword('of the others'),
    );
    const { token: theirs } = await world.aToken(user);
    const { id } = await invite(project, admin, user.email);
    await expect(join(tokenOf(id))).rejects.toMatchObject(keyedTo('password'));
    const notices = new KeptNotices();
    const accepted = await accept(tokenOf(id), PASSWORD, new TestClock(), notices);
    expect(accepted).toMatchObject({ user: { id: user.id }, project_id: project.id });
    expect(notices.sent).toContainEqual([user.id]);
    const logIn = (password: string) => world.sessions().logIn({ email: user.email, password });
    await expect(logIn('of the others')).rejects.toMatchObject({ data: { kind: 'invalid' } });
    expect(await logIn(PASSWORD)).toMatchObject({ user: { id: user.id } });
    expect(await world.database.manager.findOneBy(UserToken, { id: theirs.id })).toBeNull();
  });

  it('concurrently, by two organizations, gives it one password', async () => {
    const [one, two] = [await world.aProject(), await world.aProject()];
    const user = await world.anUnprovedUser(await world.anOrganization());
    const made = [
      await invite(one.project, one.admin, user.email),
      await invite(two.project, two.admin, user.email),
    ];
    const outcomes = await Promise.allSettled(made.map(({ id }) => accept(tokenOf(id))));
    expect(failuresOf(outcomes)).toMatchObject([keyedTo('password')]);
  });

  it('begins a membership that the organization offered it before', async () => {
    const { project, organization, admin } = await world.aProject();
    const user = await world.aUser();
    const request = { organization_id: organization.id, email: user.email, role: 'admin' as const };
    await world.organizationUsers().add(request, as(admin));
    const { id, type } = await invite(project, admin, user.email);
    expect(type).toBe('new_user');
    await join(tokenOf(id));
    expect(await world.organizations.roleOf(user.id, organization.id)).toBe('admin');
    expect(await world.organizationInvites.find(organization.id, user.id)).toBeNull();
  });

  it('is refused once the organization deactivates it, or the installation does', async () => {
    const { project, organization, admin } = await world.aProject();
    const [suspended, gone] = [await world.aUser(), await world.aUser()];
    const made = [await invite(project, admin, suspended.email), await invite(project, admin, gone.email)];
    await world.organizations.addUser(OrganizationUser.join(organization.id, suspended.id, 'member', NOON));
    await world.suspend(organization, suspended);
    await world.deactivate(gone);
    for (const { id } of made) {
      await expect(join(tokenOf(id))).rejects.toMatchObject({ data: { kind: 'invalid' } });
    }
    expect(await eventsOf(project)).toEqual([]);
  });
});

describe('accepting an invite', () => {
  it('creates the user with the password, both memberships and a token', async () => {
    const { project, organization, admin } = await world.aProject();
    const email = anEmail();
    const { id } = await invite(project, admin, email, { profile: 'tech' });
    const notices = new KeptNotices();
    const accepted = await accept(tokenOf(id), PASSWORD, new TestClock(), notices);
    const user = await world.users.findByEmail(email);
    expect(accepted).toEqual({
      token: expect.stringMatching(/^pkt_/),
      user: { id: user?.id, email },
      organization_id: organization.id,
      project_id: project.id,
    });
    expect(await world.users.findByEmail(email)).toMatchObject({ mailboxProvedAt: NOON });
    expect(await world.sessions().logIn({ email, password: PASSWORD })).toMatchObject({ user: { email } });
    expect(await world.organizations.roleOf(accepted.user.id, organization.id)).toBe('member');
    expect(await world.members.findByEmail(project.id, email)).toMatchObject({ profile: 'tech' });
    expect(notices.sent).toEqual([[accepted.user.id]]);
    expect((await eventsOf(project)).map(({ subject }) => subject)).toEqual([memberJoined.subject]);
  });

  it('is refused with the same message for a token that is wrong, used, cancelled or expired', async () => {
    const { project, admin } = await world.aProject();
    const [used, cancelled, expired] = [
      await invite(project, admin),
      await invite(project, admin),
      await invite(project, admin),
    ];
    await accept(tokenOf(used.id));
    await world.inviting().service.cancel({ project_id: project.id, invite_id: cancelled.id });
    const late = new TestClock();
    late.time = new Date(NOON.getTime() + 14 * DAY_MS);
    const outcomes = await Promise.allSettled([
      accept('pki_wrong'),
      accept(tokenOf(used.id)),
      accept(tokenOf(cancelled.id)),
      accept(tokenOf(expired.id), PASSWORD, late),
    ]);
    const sentence = 'This token is wrong, used, cancelled or expired.';
    const refusal = { data: { kind: 'invalid', message: sentence, fields: { token: [sentence] } } };
    expect(failuresOf(outcomes)).toMatchObject([refusal, refusal, refusal, refusal]);
  });

  it('several times concurrently succeeds once', async () => {
    const { project, admin } = await world.aProject();
    const { id } = await invite(project, admin);
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((password) => accept(tokenOf(id), password)),
    );
    expect(failuresOf(outcomes)).toHaveLength(2);
    expect((await eventsOf(project)).map(({ subject }) => subject)).toEqual([memberJoined.subject]);
  });

  it('concurrently, of two invites for one new e-mail, creates one user', async () => {
    const [one, two] = [await world.aProject(), await world.aProject()];
    const email = anEmail();
    const made = [await invite(one.project, one.admin, email), await invite(two.project, two.admin, email)];
    const outcomes = await Promise.allSettled(made.map(({ id }) => accept(tokenOf(id))));
    expect(failuresOf(outcomes)).toMatchObject([keyedTo('password')]);
    expect(await world.users.findByEmail(email)).not.toBeNull();
  });

  it('keeps the permissions of a user who is a member by now', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const { id } = await invite(project, admin, email);
    await world.aMember(project, ADMIN, email);
    await join(tokenOf(id));
    expect(await world.members.findByEmail(project.id, email)).toMatchObject(ADMIN);
  });
});

describe('cancelling an invite', () => {
  const cancel = (project_id: string, invite_id: string) =>
    world.inviting().service.cancel({ project_id, invite_id });

  it('is refused unless the invite is pending, and does not find one of another project', async () => {
    const { project, admin } = await world.aProject();
    const { project: other } = await world.aProject();
    const { id } = await invite(project, admin);
    await expect(cancel(other.id, id)).rejects.toMatchObject({ data: { kind: 'not_found' } });
    await expect(cancel(project.id, randomUUID())).rejects.toMatchObject({ data: { kind: 'not_found' } });
    await cancel(project.id, id);
    await expect(cancel(project.id, id)).rejects.toMatchObject({ data: { kind: 'invalid' } });
  });

  it('or accepting it succeeds, never both', async () => {
    const { project, admin } = await world.aProject();
    const { id } = await invite(project, admin);
    const outcomes = await Promise.allSettled([accept(tokenOf(id)), cancel(project.id, id)]);
    expect(failuresOf(outcomes)).toHaveLength(1);
  });
});

describe('the invites of a project', () => {
  it('are listed newest first, filtered by status and part of the e-mail, in pages', async () => {
    const { project, admin } = await world.aProject();
    const clock = new TestClock();
    const { service } = world.inviting(new KeptNotices(), clock);
    const emails = ['100%_a', 'b', 'c'].map((start) => `${start}.${anEmail()}`);
    for (const email of emails) {
      clock.time = new Date(clock.time.getTime() + 1);
      await service.invite(inviteRequest(project, email), as(admin));
    }
    const list = async (filter: Partial<ListInvites> = {}) => {
      const page = await service.list({ project_id: project.id, limit: 10, offset: 0, ...filter });
      return [page.count, page.results.map(({ email }) => email)];
    };
    expect(await list()).toEqual([3, [emails[2], emails[1], emails[0]]]);
    expect(await list({ search: '0%_A' })).toEqual([1, [emails[0]]]);
    expect(await list({ limit: 1, offset: 1 })).toEqual([3, [emails[1]]]);
    expect(await list({ offset: 5 })).toEqual([3, []]);
    const { results } = await service.list({ project_id: project.id, limit: 1, offset: 0 });
    await service.cancel({ project_id: project.id, invite_id: results[0]!.id });
    expect(await list({ status: 'cancelled' })).toEqual([1, [emails[2]]]);
    expect(await list({ status: 'accepted' })).toEqual([0, []]);
    expect(results[0]?.invited_by).toEqual({ id: admin.id, email: admin.email });
  });
});
