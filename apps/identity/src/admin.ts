import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration, Database, SystemClock, loadConfig, makeLog } from '@pks/platform';
import { type AdminCommand, UsageError, readArguments } from './admin-arguments.ts';
import { CommandConfig } from './identity.config.ts';
import { databaseUrlOf, identityDatabase } from './identity.database.ts';
import { OrganizationFounding } from './organizations/organization-founding.ts';
import { OrganizationsRepository } from './organizations/organizations.repository.ts';
import { UserTokensRepository } from './sessions/user-tokens.repository.ts';
import { UsersRepository } from './users/users.repository.ts';

/** A database that is just starting is waited for. Milliseconds. */
const PATIENCE_MS = 10_000;

process.exit(await run());

/** The exit code; a token is all that ever appears on the standard output. */
async function run(): Promise<number> {
  try {
    const command = readArguments(process.argv.slice(2));
    await withDatabase((database) => carryOut(command, database));
    return 0;
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError || error instanceof BadConfiguration ? 2 : 1;
  }
}

async function carryOut({ organization, ifMissing }: AdminCommand, database: Database): Promise<void> {
  const founding = new OrganizationFounding(
    new OrganizationsRepository(database),
    new UsersRepository(database),
    new UserTokensRepository(database),
    database,
    new SystemClock(),
  );
  const { name, email } = organization;
  if (ifMissing && (await founding.isDone(organization))) {
    return tell(`The organization ${name} with the admin ${email} is there already.`);
  }
  const { secret, isNew } = await founding.found(organization);
  const kept = !isNew && organization.password !== undefined;
  tell(`Made the organization ${name} with the admin ${email}${kept ? ', who keeps his password' : ''}.`);
  process.stdout.write(`${secret}\n`);
}

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const url = databaseUrlOf(loadConfig(CommandConfig));
  const database = new Database(identityDatabase(url), makeLog('admin', 'silent'));
  try {
    await Promise.race([database.open(), sleep(PATIENCE_MS)]);
    if (database.notReady !== undefined) {
      throw new Error(`The database cannot be used: ${database.notReady || 'it does not answer.'}`);
    }
    await work(database);
  } finally {
    await database.close();
  }
}

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
