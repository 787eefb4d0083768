import 'reflect-metadata';
import {
  BadConfiguration,
  type Database,
  Outbox,
  SystemClock,
  asksForHelp,
  assertAuthorities,
  databaseAddress,
  loadConfig,
  withDatabase,
} from '@pks/platform';
import { withNotices } from './access-notices.ts';
import { type AdminCommand, HELP, UsageError, naming, readArguments } from './admin-arguments.ts';
import { CommandConfig } from './identity.config.ts';
import { identitySchema } from './identity.database.ts';
import { InvitesRepository } from './invites/invites.repository.ts';
import { type ChangeEmail, EmailChanging } from './members/email-changing.ts';
import { type FoundOrganization, OrganizationFounding } from './organizations/organization-founding.ts';
import { OrganizationsRepository } from './organizations/organizations.repository.ts';
import { MailboxProofs } from './sessions/mailbox-proofs.ts';
import { PasswordResetting, type ResetPassword } from './password-resets/password-resetting.ts';
import { UserTokensRepository } from './sessions/user-tokens.repository.ts';
import { ProjectUsersRepository } from './project-users/project-users.repository.ts';
import { AccountChanging, type NamedAccount } from './users/account-changing.ts';
import { UsersRepository } from './users/users.repository.ts';

process.exit(await run(process.argv.slice(2)));

/** Returns the exit code. Standard output gets only a token, or the usage on request. */
async function run(args: readonly string[]): Promise<number> {
  try {
    if (asksForHelp(args)) {
      process.stdout.write(HELP);
      return 0;
    }
    const command = readArguments(args);
    const config = loadConfig(CommandConfig);
    if (config.natsCa !== undefined) assertAuthorities(config.natsCa);
    const url = databaseAddress('IDENTITY_DATABASE_URL');
    const options = { ...identitySchema, url, poolSize: 1, migrate: true, name: 'identity' };
    await withDatabase(options, (database) => naming(() => carryOut(command, database, config)));
    return 0;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError || error instanceof BadConfiguration ? 2 : 1;
  }
}

function carryOut(request: AdminCommand, database: Database, config: CommandConfig): Promise<void> {
  switch (request.command) {
    case 'create-organization':
      return createOrganization(request.organization, request.ifMissing, database);
    case 'change-email':
      return changeEmail(request.change, database, config);
    case 'reset-password':
      return resetPassword(request.reset, database, config);
    case 'deactivate-account':
      return activate(request.account, false, database, config);
    case 'activate-account':
      return activate(request.account, true, database, config);
  }
}

async function createOrganization(
  organization: FoundOrganization,
  ifMissing: boolean,
  database: Database,
): Promise<void> {
  const founding = new OrganizationFounding(
    new OrganizationsRepository(database),
    new UsersRepository(database),
    new UserTokensRepository(database),
    database,
    new SystemClock(),
  );
  const { name, email } = organization;
  const isDone = await founding.isDone(organization);
  if (isDone && ifMissing) return print(`The organization ${name} with the admin ${email} exists already.`);
  if (isDone)
    print(
      `Warning: ${email} administers an organization ${name} already; this is a second one. --if-missing keeps the first alone.`,
    );
  const { secret, isNew, wasInactive } = await founding.found(organization);
  const kept = !isNew && organization.password !== undefined ? ', who keeps their password' : '';
  const again = wasInactive ? ', whose account is active again' : '';
  print(`Created the organization ${name} with the admin ${email}${kept}${again}.`);
  process.stdout.write(`${secret}\n`);
}

async function changeEmail(change: ChangeEmail, database: Database, config: CommandConfig): Promise<void> {
  await withNotices(config, async (notices) => {
    const users = new UsersRepository(database);
    const outbox = new Outbox(database);
    const members = new ProjectUsersRepository(database, outbox);
    const invites = new InvitesRepository(database, outbox);
    const changing = new EmailChanging(users, members, invites, outbox, notices, database, new SystemClock());
    await changing.change(change);
  });
  print(`Changed the e-mail ${change.from} to ${change.to}.`);
}

async function resetPassword(reset: ResetPassword, database: Database, config: CommandConfig): Promise<void> {
  await withNotices(config, async (notices) => {
    const users = new UsersRepository(database);
    const proofs = new MailboxProofs(users, new UserTokensRepository(database), notices);
    await new PasswordResetting(users, proofs, database, new SystemClock()).reset(reset);
  });
  print(`Set the password of ${reset.email}, and ended every token of theirs.`);
}

async function activate(
  account: NamedAccount,
  isActive: boolean,
  database: Database,
  config: CommandConfig,
): Promise<void> {
  await withNotices(config, (notices) =>
    new AccountChanging(new UsersRepository(database), notices, database).activate(account, isActive),
  );
  print(`${isActive ? 'Activated' : 'Deactivated'} the account ${account.email}.`);
}

function print(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
