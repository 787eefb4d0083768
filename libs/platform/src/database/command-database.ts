import { setTimeout as sleep } from 'node:timers/promises';
import { Text } from '@pks/contracts';
import { BadConfiguration, Env, loadConfig } from '../config/config.ts';
import { DATABASE_URL_FORM } from '../config/platform.config.ts';
import { makeLog } from '../logging/log.ts';
import type { DatabaseOptions } from './database-options.ts';
import { Database } from './database.ts';

/** How long to wait for a database that is starting. Milliseconds. */
const PATIENCE_MS = 10_000;

/** The address of a service's database: that of its own variable, else that of `DATABASE_URL`. @throws BadConfiguration if neither can be read. */
export function databaseAddress(variable: string): string {
  class Addresses {
    @Env(variable)
    @Text({ optional: true, ...DATABASE_URL_FORM })
    readonly own?: string;

    @Env('DATABASE_URL')
    @Text({ optional: true, ...DATABASE_URL_FORM })
    readonly shared?: string;
  }
  const { own, shared } = loadConfig(Addresses);
  const address = own ?? shared;
  if (address === undefined) throw new BadConfiguration(`Set ${variable} or DATABASE_URL.`);
  return address;
}

/** Opens a database for the work of a command, and closes it afterwards. Logs nothing. @throws Error with the reason if it cannot be used within 10 s. */
export async function withDatabase<T>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = new Database(options, makeLog(options.name, 'silent'));
  try {
    await Promise.race([database.open(), sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (database.notReady !== undefined) throw new Error(`The database cannot be used: ${database.notReady}`);
    return await work(database);
  } finally {
    await database.close();
  }
}
