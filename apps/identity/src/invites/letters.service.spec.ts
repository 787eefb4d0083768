import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InviteLetter, NewInvite } from '@pks/contracts';
import { TEST_SECRET } from '@pks/testing';
import { as } from '../../test/running-identity.ts';
import { KeptNotices, NOON, TestClock, VIEWER, aConfig, anEmail, openWorld } from '../../test/world.ts';
import { MailedTokens } from '../users/mailed-tokens.ts';
import type { User } from '../users/user.entity.ts';
import { LettersRepository } from './letters.repository.ts';
import { LettersService } from './letters.service.ts';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const LIFETIME_MS = 14 * 24 * 60 * 60_000;
const clock = new TestClock();

async function anInvite(email = anEmail()) {
  const { project, admin } = await world.aProject();
  const request = { project_id: project.id, email, ...VIEWER };
  const made = await world.inviting().service.invite(request, as(admin));
  const later = Object.assign(new TestClock(), { time: new Date(NOON.getTime() + MINUTE_MS) });
  const again = (): Promise<NewInvite> =>
    world.inviting(new KeptNotices(), later).service.invite(request, as(admin));
  return { project, admin, again, made };
}

const letters = (tokens = world.mailedTokens): LettersService =>
  new LettersService(new LettersRepository(world.database), tokens, clock);

async function read(
  project_id: string,
  { id: invite_id, type: kind }: NewInvite,
  edition = 1,
  tokens = world.mailedTokens,
): Promise<InviteLetter | null> {
  return (await letters(tokens).read({ project_id, invite_id, edition, kind })).letter;
}

/** An account that is invited to an organization, and its letter at the time of the call. */
async function anOrganizationInvite() {
  const { organization, admin } = await world.aProject();
  const user = await world.aUser();
  const request = { organization_id: organization.id, email: user.email, role: 'member' as const };
  await world.organizationUsers().add(request, as(admin));
  const subject = { organization_id: organization.id, user_id: user.id };
  const letter = async () => (await letters().readOrganization({ ...subject, edition: 1 })).letter;
  return { admin, user, subject, letter };
}

describe('the letter of an invite', () => {
  it('names the project, the inviter, and the token until it expires', async () => {
    const { project, admin, made } = await anInvite('Eva@example.test');
    expect(await read(project.id, made)).toEqual({
      to: 'Eva@example.test',
      project_name: 'Alpha',
      inviter_email: admin.email,
      admittance: {
        token: world.mailedTokens.ofInvite({ id: made.id, edition: 1 }),
        expires_at: new Date(NOON.getTime() + LIFETIME_MS).toISOString(),
        needs_password: true,
      },
    });
  });

  it('is valid while its edition can be accepted', async () => {
    const { project, made, again } = await anInvite();
    clock.time = new Date(NOON.getTime() + LIFETIME_MS);
    expect(await read(project.id, made)).toBeNull();
    clock.time = NOON;
    await again();
    expect(await read(project.id, made, 1)).toBeNull();
    expect(await read(project.id, made, 2)).not.toBeNull();
    await world.inviting().service.cancel({ project_id: project.id, invite_id: made.id });
    expect(await read(project.id, made, 2)).toBeNull();
  });

  it('does not exist in another project', async () => {
    const { made } = await anInvite();
    const { project: other } = await world.aProject();
    expect(await read(other.id, made)).toBeNull();
  });

  it('asks for no password whose account was proved before', async () => {
    const { email } = await world.aUser();
    const { project, made } = await anInvite(email);
    const { email: unproved } = await world.anUnprovedUser(await world.anOrganization());
    const second = await anInvite(unproved);
    expect((await read(project.id, made))?.admittance).toMatchObject({ needs_password: false });
    expect((await read(second.project.id, second.made))?.admittance).toMatchObject({ needs_password: true });
  });

  it('contains no token for a user of the organization', async () => {
    const { project, organization, admin } = await world.aProject();
    const { email } = await world.anOrganizationUser(organization);
    const request = { project_id: project.id, email, ...VIEWER };
    const made = await world.inviting().service.invite(request, as(admin));
    expect(await read(project.id, made)).toEqual({
      to: email,
      project_name: 'Alpha',
      inviter_email: admin.email,
      admittance: null,
    });
  });

  it('is out of date for a user of the organization who was removed from the project, or has another e-mail', async () => {
    const { project, organization, admin } = await world.aProject();
    const [removed, moved] = [
      await world.anOrganizationUser(organization),
      await world.anOrganizationUser(organization),
    ];
    const { service } = world.inviting();
    const invite = ({ email }: User) =>
      service.invite({ project_id: project.id, email, ...VIEWER }, as(admin));
    const made = [await invite(removed), await invite(moved)];
    const member = await world.members.findByEmail(project.id, removed.email);
    if (member) await world.members.delete(member);
    await world.users.save(Object.assign(moved, { email: anEmail() }));
    expect(await Promise.all(made.map((one) => read(project.id, one)))).toEqual([null, null]);
  });

  it('is not written with a token that is no longer valid', async () => {
    const { project, made } = await anInvite();
    const others = new MailedTokens(aConfig({ CALLER_SECRET: `${TEST_SECRET}!` }));
    await expect(read(project.id, made, 1, others)).rejects.toThrow('CALLER_SECRET');
  });
});

describe('the letter of an invite to an organization', () => {
  it('names it and the inviter, until the invite is withdrawn', async () => {
    const { admin, user, subject, letter } = await anOrganizationInvite();
    expect(await letter()).toMatchObject({
      to: user.email,
      organization_name: 'Acme',
      inviter_email: admin.email,
      admittance: { token: expect.stringMatching(/^pki_/), needs_password: false },
    });
    await world.organizationChanges().update({ ...subject, is_active: false });
    expect(await letter()).toBeNull();
  });

  it('is out of date once the account has another e-mail, or is deactivated', async () => {
    const [moved, gone] = [await anOrganizationInvite(), await anOrganizationInvite()];
    await world.users.save(Object.assign(moved.user, { email: anEmail() }));
    await world.deactivate(gone.user);
    expect([await moved.letter(), await gone.letter()]).toEqual([null, null]);
  });
});
