import { randomUUID } from 'node:crypto';
import type { OrganizationRole } from '@pks/contracts';
import { type Clock, type Database, Outbox, ProjectDeletion, loadConfig } from '@pks/platform';
import { TEST_SECRET, openTestDatabase, silentLog } from '@pks/testing';
import type { AccessNotices } from '../src/access-notices.ts';
import { AccessRepository } from '../src/access/access.repository.ts';
import { AccessService } from '../src/access/access.service.ts';
import { IdentityConfig } from '../src/identity.config.ts';
import { identitySchema } from '../src/identity.database.ts';
import { Admission } from '../src/invites/admission.ts';
import { InviteAcceptance } from '../src/invites/invite-acceptance.ts';
import { Invitees } from '../src/invites/invitees.ts';
import { InviteSending } from '../src/invites/invite-sending.ts';
import { InvitesRepository } from '../src/invites/invites.repository.ts';
import { InvitesService } from '../src/invites/invites.service.ts';
import { MailAllowances } from '../src/mail-allowances/mail-allowances.ts';
import { MemberAdding } from '../src/members/member-adding.ts';
import { Memberships } from '../src/organizations/memberships.ts';
import { OrganizationInvitesRepository } from '../src/organizations/organization-invites.repository.ts';
import { OrganizationUserChanges } from '../src/organizations/organization-user-changes.ts';
import { OrganizationUsersService } from '../src/organizations/organization-users.service.ts';
import { OrganizationUser } from '../src/organizations/organization-user.entity.ts';
import { Organization } from '../src/organizations/organization.entity.ts';
import { OrganizationsRepository } from '../src/organizations/organizations.repository.ts';
import { ProjectUser, type Rights } from '../src/project-users/project-user.entity.ts';
import { ProjectUsersRepository } from '../src/project-users/project-users.repository.ts';
import { ProjectUsersService } from '../src/project-users/project-users.service.ts';
import { Project, type ProjectChoices } from '../src/projects/project.entity.ts';
import { ProjectsRepository } from '../src/projects/projects.repository.ts';
import { ApiKey, type IssuedKey } from '../src/service-accounts/api-key.entity.ts';
import { ApiKeysRepository } from '../src/service-accounts/api-keys.repository.ts';
import { emailOfServiceAccount } from '../src/users/service-account-email.ts';
import { ServiceAccountsRepository } from '../src/service-accounts/service-accounts.repository.ts';
import { LoginProtection } from '../src/sessions/login-protection.ts';
import { SessionsService } from '../src/sessions/sessions.service.ts';
import { UserToken } from '../src/sessions/user-token.entity.ts';
import { UserTokensRepository } from '../src/sessions/user-tokens.repository.ts';
import { MailboxProofs } from '../src/sessions/mailbox-proofs.ts';
import { MailedTokens } from '../src/users/mailed-tokens.ts';
import { User } from '../src/users/user.entity.ts';
import { UsersRepository } from '../src/users/users.repository.ts';
import { KeptNotices, NOON, TestClock } from './doubles.ts';
import { SlowLogin } from './slow-login.ts';
import { TimedLoginFailures, TimedMailAllowances } from './timed-repositories.ts';

export { KeptNotices, NOON, TestClock };

export const ADMIN: Rights = { permissions: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'], profile: 'tech' };
export const VIEWER: Rights = { permissions: ['CAN_VIEW_DATA'], profile: 'contributor' };

/** Creates organizations, users, projects and members in a database. */
export class World {
  readonly organizations: OrganizationsRepository;
  readonly users: UsersRepository;
  readonly tokens: UserTokensRepository;
  readonly projects: ProjectsRepository;
  readonly members: ProjectUsersRepository;
  readonly accounts: ServiceAccountsRepository;
  readonly keys: ApiKeysRepository;
  readonly invites: InvitesRepository;
  readonly organizationInvites: OrganizationInvitesRepository;
  readonly mailedTokens = new MailedTokens(aConfig());

  constructor(readonly database: Database) {
    this.organizations = new OrganizationsRepository(database);
    this.users = new UsersRepository(database);
    this.tokens = new UserTokensRepository(database);
    this.projects = new ProjectsRepository(
      database,
      new Outbox(database),
      new ProjectDeletion(database, silentLog()),
    );
    this.members = new ProjectUsersRepository(database, new Outbox(database));
    this.accounts = new ServiceAccountsRepository(database);
    this.keys = new ApiKeysRepository(database);
    this.invites = new InvitesRepository(database, new Outbox(database));
    this.organizationInvites = new OrganizationInvitesRepository(database, new Outbox(database));
  }

  /** Login and logout with a test clock; `meanwhile` runs once a password has been verified. */
  sessions(
    notices: AccessNotices = new KeptNotices(),
    clock: Clock = new TestClock(),
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): SessionsService {
    const failures = new TimedLoginFailures(this.database, clock);
    const protection = new LoginProtection(failures, this.database);
    const logins = new SlowLogin(this.users, protection, meanwhile);
    return new SessionsService(logins, this.tokens, notices, this.database, clock);
  }

  organizationUsers(
    notices: AccessNotices = new KeptNotices(),
    clock: Clock = new TestClock(),
  ): OrganizationUsersService {
    const { organizations, users, database } = this;
    return new OrganizationUsersService(
      organizations,
      users,
      this.memberships(clock),
      notices,
      database,
      clock,
    );
  }

  organizationChanges(notices: AccessNotices = new KeptNotices()): OrganizationUserChanges {
    const { organizations, users, members, database } = this;
    const clock = new TestClock();
    return new OrganizationUserChanges(
      organizations,
      this.memberships(clock),
      users,
      members,
      notices,
      database,
      clock,
    );
  }

  /** What credentials grant at a time. */
  access(now = NOON): AccessService {
    const clock = Object.assign(new TestClock(), { time: now });
    const holders = new AccessRepository(this.database);
    return new AccessService(holders, this.users, this.proofs(), this.database, clock);
  }

  proofs(notices: AccessNotices = new KeptNotices()): MailboxProofs {
    return new MailboxProofs(this.users, this.tokens, notices);
  }

  /** The service that makes users of the organization members. */
  adding(notices: AccessNotices = new KeptNotices()): MemberAdding {
    const { members, invites, database } = this;
    const clock = new TestClock();
    return new MemberAdding(
      new ProjectUsersService(members, notices, database, clock),
      invites,
      database,
      clock,
    );
  }

  /** The services for inviting and accepting, with a test clock. */
  inviting(
    notices: AccessNotices = new KeptNotices(),
    clock: Clock = new TestClock(),
  ): { service: InvitesService; acceptance: InviteAcceptance } {
    const { invites, organizationInvites, mailedTokens } = this;
    const { database, users, organizations, projects, members } = this;
    const memberships = this.memberships(clock);
    const admission = new Admission(users, organizations, memberships, projects, members, notices);
    const sending = new InviteSending(invites, mailedTokens, this.allowances(clock));
    const invitees = new Invitees(users, this.proofs(notices), clock);
    const sessions = this.sessions(notices, clock);
    return {
      service: new InvitesService(invites, admission, sending, database, clock),
      acceptance: new InviteAcceptance(
        invites,
        organizationInvites,
        invitees,
        admission,
        sessions,
        database,
        clock,
      ),
    };
  }

  private memberships(clock: Clock): Memberships {
    const { organizations, organizationInvites, mailedTokens } = this;
    return new Memberships(organizations, organizationInvites, mailedTokens, this.allowances(clock));
  }

  private allowances(clock: Clock): MailAllowances {
    return new MailAllowances(new TimedMailAllowances(this.database, clock));
  }

  async anOrganization(name = 'Acme'): Promise<Organization> {
    const organization = Organization.found(name, NOON);
    await this.organizations.add(organization);
    return organization;
  }

  /** A user whose mailbox is proved, and who belongs to no organization. */
  async aUser(email = anEmail(), passwordHash: string | null = null): Promise<User> {
    const user = User.prove(email, passwordHash, NOON);
    await this.users.addIfNew(user);
    return user;
  }

  /** A user whom an organization made, and who has not proved that they read their mailbox. */
  async anUnprovedUser({ id }: Organization, passwordHash: string | null = null): Promise<User> {
    const user = User.join(anEmail(), passwordHash, NOON);
    await this.users.addIfNew(user);
    await this.organizations.addUser(OrganizationUser.join(id, user.id, 'member', NOON));
    return user;
  }

  async anOrganizationUser(
    { id }: Pick<Organization, 'id'>,
    email?: string,
    role: OrganizationRole = 'member',
  ): Promise<User> {
    const user = await this.aUser(email);
    await this.organizations.addUser(OrganizationUser.join(id, user.id, role, NOON));
    return user;
  }

  /** A project in an organization of its own, and its admin, who administers the organization too. */
  async aProject(
    choices: Partial<ProjectChoices> = {},
    now = NOON,
  ): Promise<{ organization: Organization; project: Project; admin: User; adminship: ProjectUser }> {
    const organization = await this.anOrganization();
    const admin = await this.anOrganizationUser(organization, undefined, 'admin');
    const given = { name: 'Alpha', artifact_publish_mode: 'auto_publish' as const, ...choices };
    const project = Project.start(organization.id, given, now);
    const adminship = ProjectUser.join(project.id, admin.id, ADMIN, now);
    await this.projects.add(project, adminship);
    return { organization, project, admin, adminship };
  }

  /** A new user of the project's organization, as its member. */
  async aMember(
    project: Project,
    rights: Rights = VIEWER,
    email?: string,
  ): Promise<{ user: User; member: ProjectUser }> {
    const user = await this.aUser(email);
    await this.organizations.addUser(OrganizationUser.join(project.organizationId, user.id, 'member', NOON));
    const member = ProjectUser.join(project.id, user.id, rights, NOON);
    await this.members.add(member, null);
    return { user, member };
  }

  async aToken(user: User, usedAt = NOON): Promise<{ token: UserToken; secret: string }> {
    const issued = UserToken.issue(user.id, usedAt);
    await this.tokens.add(issued.token, new Date(0));
    return issued;
  }

  /** A service account of an organization. */
  async aServiceAccount({ id }: Organization, name = 'Nightly import', now = NOON): Promise<User> {
    const account = User.serve(emailOfServiceAccount(name), name, now);
    await this.users.addIfNew(account);
    await this.organizations.addUser(OrganizationUser.join(id, account.id, 'member', now));
    return account;
  }

  async aKey(account: User, expiresAt: Date | null = null, now = NOON): Promise<IssuedKey> {
    const issued = ApiKey.issue(account.id, { name: 'Key', expiresAt }, now);
    await this.keys.add(issued.key, new Date(0));
    return issued;
  }

  /** Deactivates a user in one organization. */
  async suspend({ id }: Organization, user: User): Promise<void> {
    const member = await this.organizations.findUser(id, user.id);
    if (member) await this.organizations.saveUser(Object.assign(member, { isActive: false }));
  }

  /** Deactivates an account, as the installation does. */
  async deactivate(user: User): Promise<void> {
    await this.users.save(Object.assign(user, { isActive: false }));
  }
}

/** The configuration of a service with only its required variables. */
export function aConfig(env: Readonly<Record<string, string>> = {}): IdentityConfig {
  return loadConfig(IdentityConfig, { CALLER_SECRET: TEST_SECRET, ...env });
}

/** A world in a database of its own; `close` drops it. */
export async function openWorld(): Promise<World & { close: () => Promise<void> }> {
  const { database, close } = await openTestDatabase(identitySchema);
  return Object.assign(new World(database), { close });
}

export function anEmail(): string {
  return `${randomUUID()}@example.test`;
}
