import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InviteUser, type NewInvite, inviteIssued } from '@pks/contracts';
import { OutboxEvent } from '@pks/platform';
import { as } from '../../test/running-identity.ts';
import { ADMIN, KeptNotices, NOON, TestClock, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { MailAllowance } from '../mail-allowances/mail-allowance.entity.ts';
import type { Project } from '../projects/project.entity.ts';
import type { User } from '../users/user.entity.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

const throttled = (retryAfter: number): object => ({ data: { kind: 'throttled', retryAfter } });
const DAY_MS = 24 * 60 * 60_000;
const later = (ms: number): Date => new Date(NOON.getTime() + ms);
const inviteRequest = ({ id }: Project, email: string, rights: Partial<InviteUser> = {}): InviteUser => ({
  project_id: id,
  email,
  ...VIEWER,
  ...rights,
});
const invite = (project: Project, by: User, email = anEmail()): Promise<NewInvite> =>
  world.inviting().service.invite(inviteRequest(project, email), as(by));
const accept = (token: string) => world.inviting().acceptance.accept({ token, password: 'correct horse' });
const tokenOf = (id: string, edition = 1): string => world.mailedTokens.ofInvite({ id, edition });
/** The requested e-mails about a project's invites, in order. */
const issuedOf = async ({ id: project_id }: Project): Promise<object[]> => {
  const where = { subject: inviteIssued.subject };
  const events = await world.database.manager.find(OutboxEvent, { where, order: { id: 'ASC' } });
  return events
    .map(({ payload }) => payload)
    .filter((payload) => Reflect.get(payload, 'project_id') === project_id);
};

describe('inviting an address', () => {
  it('again within a minute changes the rights, sends no second e-mail, and leaves the token valid', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const first = await invite(project, admin, email);
    const clock = new TestClock();
    const { service } = world.inviting(new KeptNotices(), clock);
    const again = (rights = {}) => service.invite(inviteRequest(project, email, rights), as(admin));
    clock.time = later(59_999);
    expect(await again(ADMIN)).toEqual({ ...first, ...ADMIN, updated_at: clock.time.toISOString() });
    expect(await issuedOf(project)).toHaveLength(1);
    clock.time = later(60_000);
    await again();
    expect(await issuedOf(project)).toMatchObject([{ edition: 1 }, { edition: 2 }]);
    await again(ADMIN);
    await accept(tokenOf(first.id, 2));
    expect(await world.members.findByEmail(project.id, email)).toMatchObject(ADMIN);
  });

  it('again within a minute is refused when the last invite was cancelled', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const { id } = await invite(project, admin, email);
    await world.inviting().service.cancel({ project_id: project.id, invite_id: id });
    await expect(invite(project, admin, email.toUpperCase())).rejects.toMatchObject(throttled(60));
    expect(await issuedOf(project)).toHaveLength(1);
    const clock = Object.assign(new TestClock(), { time: later(60_000) });
    const { service } = world.inviting(new KeptNotices(), clock);
    expect(await service.invite(inviteRequest(project, email), as(admin))).toMatchObject({
      status: 'pending',
    });
    expect(await issuedOf(project)).toHaveLength(2);
  });

  it('is refused when its inviter sent the address too many e-mails, from whatever projects', async () => {
    const email = anEmail();
    const inviter = await world.aUser();
    const projects = [];
    for (let n = 0; n < 11; n += 1) projects.push((await world.aProject()).project);
    const last = projects.pop()!;
    for (const project of projects) await invite(project, inviter, email);
    await expect(invite(last, inviter, email)).rejects.toMatchObject(throttled(3_600));
    expect(await invite(last, inviter)).toMatchObject({ status: 'pending' });
    expect(await invite(last, await world.aUser(), email)).toMatchObject({ status: 'pending' });
  });

  it('again is refused when its invite expired and its inviter sent the address too many e-mails', async () => {
    const { project, admin, organization } = await world.aProject();
    const email = anEmail();
    const { id } = await invite(project, admin, email);
    const clock = Object.assign(new TestClock(), { time: later(15 * DAY_MS) });
    const { service } = world.inviting(new KeptNotices(), clock);
    for (let n = 0; n < 10; n += 1) {
      const { project: other } = await world.aProject();
      await service.invite(inviteRequest(other, email), as(admin));
    }
    const again = service.invite(inviteRequest(project, email, ADMIN), as(admin));
    await expect(again).rejects.toMatchObject(throttled(3_600));
    expect(await world.invites.find(project.id, id)).toMatchObject({ ...VIEWER, edition: 1 });
    const colleague = await world.anOrganizationUser(organization);
    await service.invite(inviteRequest(project, email, ADMIN), as(colleague));
    expect(await issuedOf(project)).toMatchObject([{ edition: 1 }, { edition: 2 }]);
  });

  it('is refused when its inviter sent too many e-mails', async () => {
    const { project, admin } = await world.aProject();
    await invite(project, admin);
    await world.database.manager.query('UPDATE mail_allowances SET mails = 999 WHERE subject = $1', [
      MailAllowance.subjectsOf({ from: project.id, invitedBy: admin.id, email: '' })[2]?.key,
    ]);
    await invite(project, admin);
    await expect(invite(project, admin)).rejects.toMatchObject(throttled(3_600));
  });

  it('is refused when ten thousand are pending in the project; those are still renewed', async () => {
    const { project, admin } = await world.aProject();
    const email = anEmail();
    const { id } = await invite(project, admin, email);
    await world.database.manager.query(
      `INSERT INTO invites (project_id, id, email, permissions, profile, status, edition, expires_at, invited_by, created_at, updated_at)
       SELECT project_id, gen_random_uuid(), n || email, permissions, profile, status, edition, expires_at, invited_by, created_at, updated_at
         FROM invites, generate_series(1, 9999) n WHERE id = $1`,
      [id],
    );
    const clock = Object.assign(new TestClock(), { time: later(60_000) });
    const { service } = world.inviting(new KeptNotices(), clock);
    await expect(service.invite(inviteRequest(project, anEmail()), as(admin))).rejects.toMatchObject({
      data: { kind: 'invalid', message: 'A project can have 10,000 pending invites.' },
    });
    expect(await service.invite(inviteRequest(project, email), as(admin))).toMatchObject({ id });
    await service.cancel({ project_id: project.id, invite_id: id });
    expect(await service.invite(inviteRequest(project, anEmail()), as(admin))).toMatchObject({
      status: 'pending',
    });
  });
});
