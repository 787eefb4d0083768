import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type InviteStatus,
  interviewees,
  intervieweeInvited,
  inviteIssued,
  invites,
  memberJoined,
} from '@pks/contracts';
import { DeferredEvent, InboxEntry, OutboxEvent } from '@pks/platform';
import { eventually } from '@pks/testing';
import { Invite } from '../src/invites/invite.entity.ts';
import { MailAllowance } from '../src/mail-allowances/mail-allowance.entity.ts';
import { InterviewsStandIn } from './interviews-stand-in.ts';
import { RunningIdentity, as } from './running-identity.ts';
import { ADMIN, VIEWER, type World, anEmail } from './world.ts';

let identity: RunningIdentity;
let world: World;
let interviews: InterviewsStandIn;
beforeAll(async () => {
  identity = await RunningIdentity.start();
  ({ world } = identity);
  interviews = await InterviewsStandIn.on(identity.bus);
});
afterAll(() => identity.stop());

interface Host {
  readonly project: { readonly id: string };
  readonly admin: { readonly id: string };
}

type Founded = Awaited<ReturnType<World['aProject']>>;

const handled = (): Promise<number> => world.database.manager.count(InboxEntry);

/** Publishes that somebody is to be interviewed. */
function publish({ project, admin }: Host, email: string): Promise<string> {
  const of = { project_id: project.id, interview_id: project.id, email, invited_by: admin.id };
  return identity.publish(intervieweeInvited.of(of));
}

/** The same, and waits until the event is handled. */
async function want(host: Host, email: string): Promise<void> {
  const before = await handled();
  await publish(host, email);
  await eventually('the event is handled', async () => (await handled()) > before);
}

const invitesOf = ({ project }: Host): Promise<Invite[]> =>
  world.database.manager.find(Invite, { where: { projectId: project.id }, order: { id: 'ASC' } });
const statusesOf = async (host: Host): Promise<InviteStatus[]> =>
  (await invitesOf(host)).map(({ status }) => status);

/** The events about an e-mail. */
async function eventsAbout(email: string): Promise<string[]> {
  const events = await world.database.manager.find(OutboxEvent, { order: { id: 'ASC' } });
  return events
    .filter(({ payload }) => Reflect.get(payload, 'email') === email)
    .map(({ subject }) => subject);
}

/** The events of a project that wait to be retried. */
const deferredOf = async ({ project }: Host): Promise<DeferredEvent[]> => {
  const events = await world.database.manager.find(DeferredEvent);
  return events.filter(({ payload }) => Reflect.get(payload, 'project_id') === project.id);
};

/** Publishes an invite that has to wait, because another e-mail has just been sent to the address. */
async function deferInvite(host: Founded): Promise<void> {
  const [email, project_id] = [anEmail(), host.project.id];
  const request = { project_id, email, ...VIEWER };
  const { id: invite_id } = await identity.call(invites.calls.invite, request, as(host.admin));
  await identity.call(invites.calls.cancel, { project_id, invite_id }, as(host.admin));
  await publish(host, email);
  await eventually('it is deferred', async () => (await deferredOf(host)).length === 1);
}

/** Makes all deferred events due. */
const retryDeferred = (): Promise<unknown> =>
  world.database.manager.query('UPDATE deferred_events SET next_attempt_at = now()');

const passTime = (interval: string): Promise<unknown> =>
  world.database.manager.query(
    `WITH mails AS (UPDATE mail_allowances SET began_at = began_at - $1::interval)
     UPDATE invites SET expires_at = expires_at - $1::interval`,
    [interval],
  );

describe('someone who is to be interviewed', () => {
  it('is invited as a contributor, once, also when the event is delivered again', async () => {
    const host = await world.aProject();
    const email = anEmail();
    await want(host, email);
    await passTime('15 days');
    const manager = await jetstreamManager(identity.bus.connection.native);
    await manager.consumers.delete('events', 'identity-interviewees');
    await want(host, anEmail());
    expect(await invitesOf(host)).toMatchObject([
      { email, ...VIEWER, status: 'pending', edition: 1, invitedBy: host.admin.id },
      { status: 'pending', edition: 1 },
    ]);
    expect(await eventsAbout(email)).toEqual([inviteIssued.subject]);
  });

  it('is sent a pending invite again, valid or expired, which keeps its rights', async () => {
    const host = await world.aProject();
    const email = anEmail();
    const request = { project_id: host.project.id, email, ...ADMIN };
    await identity.call(invites.calls.invite, request, as(host.admin));
    await passTime('1 hour');
    await want(host, email.toUpperCase());
    expect(await invitesOf(host)).toMatchObject([{ ...ADMIN, edition: 2 }]);
    await passTime('15 days');
    await want(host, email);
    expect(await invitesOf(host)).toMatchObject([{ ...ADMIN, edition: 3, status: 'pending' }]);
    expect(await eventsAbout(email)).toEqual([
      inviteIssued.subject,
      inviteIssued.subject,
      inviteIssued.subject,
    ]);
  });

  it('gets one e-mail for several interviews within a minute, and none right after they were invited by hand', async () => {
    const host = await world.aProject();
    const [several, one] = [anEmail(), anEmail()];
    await identity.call(
      invites.calls.invite,
      { project_id: host.project.id, email: one, ...ADMIN },
      as(host.admin),
    );
    for (const email of [several, several, one]) await want(host, email);
    expect([await eventsAbout(several), await eventsAbout(one)]).toEqual([
      [inviteIssued.subject],
      [inviteIssued.subject],
    ]);
    expect(await deferredOf(host)).toEqual([]);
    await passTime('1 minute');
    for (const email of [several, several]) await want(host, email);
    expect(await eventsAbout(several)).toEqual([inviteIssued.subject, inviteIssued.subject]);
  });

  it('is sent a pending invite again later when no e-mail may be sent yet', async () => {
    const host = await world.aProject();
    const email = anEmail();
    await want(host, email);
    await passTime('1 minute');
    await world.database.manager.query('UPDATE mail_allowances SET mails = 1000 WHERE subject = $1', [
      MailAllowance.subjectsOf({ from: host.project.id, invitedBy: host.admin.id, email })[2]?.key,
    ]);
    await publish(host, email);
    await eventually('it is deferred', async () => (await deferredOf(host)).length === 1);
    await passTime('1 hour');
    await retryDeferred();
    await eventually('it is handled', async () => (await deferredOf(host)).length === 0);
    expect(await eventsAbout(email)).toEqual([inviteIssued.subject, inviteIssued.subject]);
  });

  it('gets no second e-mail for what waited until a later one was sent', async () => {
    const host = await world.aProject();
    const email = anEmail();
    await world.database.manager.query('INSERT INTO mail_allowances VALUES ($1, $2, 1000)', [
      MailAllowance.subjectsOf({ from: host.project.id, invitedBy: host.admin.id, email })[2]?.key,
      new Date(),
    ]);
    await publish(host, email);
    await eventually('it is deferred', async () => (await deferredOf(host)).length === 1);
    const { user: other } = await world.aMember(host.project, ADMIN);
    await identity.call(invites.calls.invite, { project_id: host.project.id, email, ...ADMIN }, as(other));
    await world.database.manager.query('UPDATE mail_allowances SET mails = 0');
    await world.database.manager.query(
      `UPDATE invites SET expires_at = expires_at - interval '2 minutes' WHERE lower(email) = lower($1)`,
      [email],
    );
    await world.database.manager.query(
      `UPDATE deferred_events SET occurred_at = occurred_at - interval '3 minutes'`,
    );
    await retryDeferred();
    await eventually('it is handled', async () => (await deferredOf(host)).length === 0);
    expect(await eventsAbout(email)).toEqual([inviteIssued.subject]);
  });

  it('joins immediately as a user of the organization, with the rights of a pending invite', async () => {
    const host = await world.aProject();
    const [colleague, email] = [await world.anOrganizationUser(host.organization), anEmail()];
    const request = { project_id: host.project.id, email, ...ADMIN };
    await identity.call(invites.calls.invite, request, as(host.admin));
    await world.anOrganizationUser(host.organization, email);
    await want(host, colleague.email);
    await want(host, email);
    expect(await world.members.findByEmail(host.project.id, colleague.email)).toMatchObject(VIEWER);
    expect(await world.members.findByEmail(host.project.id, email)).toMatchObject(ADMIN);
    expect(await eventsAbout(colleague.email)).toContain(memberJoined.subject);
    expect(await statusesOf(host)).toEqual(['accepted', 'accepted']);
  });

  it('is not invited as a member, a service account or a deactivated user, nor to a project that does not exist', async () => {
    const host = await world.aProject();
    const { user } = await world.aMember(host.project);
    const account = await world.aServiceAccount(host.organization);
    const gone = await world.anOrganizationUser(host.organization);
    await world.deactivate(gone);
    const allowances = await world.database.manager.count(MailAllowance);
    for (const { email } of [user, account, gone]) await want(host, email);
    const nowhere = { ...host, project: { id: host.organization.id } };
    await want(nowhere, anEmail());
    expect(await invitesOf(host)).toEqual([]);
    expect(await world.database.manager.count(MailAllowance)).toBe(allowances);
    expect([...(await deferredOf(host)), ...(await deferredOf(nowhere))]).toEqual([]);
  });

  it('is invited later when no e-mail may be sent yet', async () => {
    const host = await world.aProject();
    await deferInvite(host);
    expect(await deferredOf(host)).toMatchObject([{ failures: 0, deadAt: null }]);
    await passTime('1 minute');
    await retryDeferred();
    await eventually('they are invited', async () => (await statusesOf(host)).includes('pending'));
  });

  it('is not invited later by whoever has left meanwhile', async () => {
    const host = await world.aProject();
    await deferInvite(host);
    await world.members.delete(host.adminship);
    await passTime('1 minute');
    await retryDeferred();
    await eventually('it is handled', async () => (await deferredOf(host)).length === 0);
    expect(await statusesOf(host)).toEqual(['cancelled']);
  });

  it('is not invited later once the interview is deleted', async () => {
    const host = await world.aProject();
    await deferInvite(host);
    interviews.deleted.add(host.project.id);
    await passTime('1 minute');
    await retryDeferred();
    await eventually('it is handled', async () => (await deferredOf(host)).length === 0);
    expect(await statusesOf(host)).toEqual(['cancelled']);
  });

  it('is invited once the interviews service says that they have to be', async () => {
    const host = await world.aProject();
    await interviews.goAway();
    await publish(host, anEmail());
    await eventually('it is deferred', async () => (await deferredOf(host)).length === 1);
    expect(await deferredOf(host)).toMatchObject([{ failures: 0, deadAt: null }]);
    await interviews.comeBack();
    await retryDeferred();
    await eventually('they are invited', async () => (await statusesOf(host)).includes('pending'));
  });

  it.each<[string, (host: Founded) => Promise<unknown>]>([
    ['was removed', ({ adminship }) => world.members.delete(adminship)],
    ['may only view by now', ({ adminship }) => world.members.save(Object.assign(adminship, VIEWER))],
    ['the organization suspended', ({ organization, admin }) => world.suspend(organization, admin)],
    ['was deactivated', ({ admin }) => world.deactivate(admin)],
  ])('is not invited by an admin who %s, and joins by no assignment of theirs', async (_how, leave) => {
    const host = await world.aProject();
    const colleague = await world.anOrganizationUser(host.organization);
    await leave(host);
    for (const email of [anEmail(), colleague.email]) await want(host, email);
    expect(await invitesOf(host)).toEqual([]);
    expect(await world.members.findByEmail(host.project.id, colleague.email)).toBeNull();
    expect(await deferredOf(host)).toEqual([]);
  });

  it('waits while too many invites are pending', async () => {
    const host = await world.aProject();
    await want(host, anEmail());
    await world.database.manager.query(
      `INSERT INTO invites (project_id, id, email, permissions, profile, status, edition, expires_at, invited_by, created_at, updated_at)
       SELECT project_id, gen_random_uuid(), n || email, permissions, profile, status, edition, expires_at, invited_by, created_at, updated_at
         FROM invites, generate_series(1, 9999) n WHERE project_id = $1`,
      [host.project.id],
    );
    await publish(host, anEmail());
    await eventually('it is deferred', async () => (await deferredOf(host)).length === 1);
    const [waiting] = await deferredOf(host);
    expect(waiting).toMatchObject({ failures: 0, lastError: 'A project can have 10,000 pending invites.' });
    expect(waiting?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  });
});

describe('the interviewees of a project', () => {
  it('are returned to its admins and to the service of interviews', async () => {
    const { project, admin } = await world.aProject();
    const project_id = project.id;
    const { users } = await identity.call(interviewees.calls.assignable, { project_id }, as(admin));
    expect(users).toEqual([{ id: admin.id, email: admin.email, is_admin: true, pending_invite: false }]);
    const request = { project_id, user_ids: [admin.id], emails: [] };
    const { members } = await identity.call(interviewees.calls.find, request, null);
    expect(members).toMatchObject([{ user_id: admin.id, is_admin: true, is_interviewable: true }]);
  });
});
