import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { NOON, VIEWER, anEmail, openWorld } from '../../test/world.ts';
import { Invite } from '../invites/invite.entity.ts';
import { OrganizationUser } from '../organizations/organization-user.entity.ts';
import { type Organization } from '../organizations/organization.entity.ts';
import { User } from '../users/user.entity.ts';
import { ProveMailboxes1796169600000 } from './1796169600000-prove-mailboxes.ts';

const later = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1000);

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => (world = await openWorld()));
afterAll(() => world.close());

/** Takes the schema back to what it was, and migrates it again. */
async function migrate(): Promise<void> {
  const { manager } = world.database;
  await manager.query(`
    DROP TABLE organization_invites;
    DROP TRIGGER IF EXISTS organization_users_audience ON organization_users;
    ALTER TABLE organization_users DROP COLUMN is_active;
    ALTER TABLE users DROP COLUMN mailbox_proved_at`);
  const runner = { query: (text: string) => manager.query<unknown>(text) } as QueryRunner;
  await new ProveMailboxes1796169600000().up(runner);
}

async function joined(organization: Organization, user: User, seconds: number, role = 'member' as const) {
  const member = OrganizationUser.join(organization.id, user.id, role, later(seconds));
  await world.organizations.addUser(member);
}

async function founded(): Promise<{ organization: Organization; founder: User }> {
  const organization = await world.anOrganization();
  const founder = await world.anOrganizationUser(organization, undefined, 'admin');
  return { organization, founder };
}

async function made(seconds: number): Promise<User> {
  const user = User.join(anEmail(), 'a hash', later(seconds));
  await world.users.addIfNew(user);
  return user;
}

async function invited(organization: Organization, user: User, accepted: Date): Promise<void> {
  const project = { id: randomUUID() };
  await world.database.manager.query(
    `INSERT INTO projects VALUES ($1, $2, 'Alpha', 'auto_publish', $3, $3)`,
    [project.id, organization.id, NOON],
  );
  const inviter = await world.aUser();
  const invitation = { projectId: project.id, email: user.email, invitedBy: inviter.id, ...VIEWER };
  const invite = Invite.write(invitation, NOON);
  invite.accept(accepted);
  await world.invites.save(invite);
}

it('an upgrade locks nobody out of their own organization, and asks again for all others', async () => {
  const [home, other] = [await founded(), await founded()];
  const [member, invitee, guest, gone] = [await made(60), await made(100), await made(60), await made(60)];
  await joined(home.organization, member, 60);
  await joined(home.organization, guest, 60);
  await joined(other.organization, guest, 90);
  await joined(home.organization, gone, 60);
  await world.deactivate(gone);
  await invited(home.organization, invitee, later(101));
  await joined(home.organization, invitee, 101);
  await joined(other.organization, invitee, 200);
  await invited(other.organization, guest, NOON);
  await migrate();

  const proved = async ({ email }: User) => (await world.users.findByEmail(email))?.mailboxProvedAt ?? null;
  expect([await proved(home.founder), await proved(invitee)]).toEqual([NOON, later(101)]);
  expect([await proved(member), await proved(guest)]).toEqual([null, null]);
  const roles = (organization: Organization, ...users: User[]) =>
    Promise.all(users.map(({ id }) => world.organizations.roleOf(id, organization.id)));
  expect(await roles(home.organization, home.founder, member, invitee, guest)).toEqual([
    'admin',
    'member',
    'member',
    'member',
  ]);
  expect(await roles(other.organization, other.founder, invitee, guest)).toEqual([
    'admin',
    'member',
    undefined,
  ]);
  expect(await world.organizationInvites.find(other.organization.id, guest.id)).toMatchObject({
    invitedBy: other.founder.id,
    tokenHash: null,
  });
  expect(await roles(home.organization, gone)).toEqual([undefined]);
  expect(await world.users.findByEmail(gone.email)).toMatchObject({ isActive: true });
});

it('an upgrade leaves no organization without an admin', async () => {
  const home = await founded();
  const organization = await world.anOrganization();
  const admin = await made(60);
  await joined(home.organization, admin, 60);
  await world.organizations.addUser(OrganizationUser.join(organization.id, admin.id, 'admin', later(90)));
  await migrate();
  expect(await world.organizations.roleOf(admin.id, organization.id)).toBe('admin');
});
