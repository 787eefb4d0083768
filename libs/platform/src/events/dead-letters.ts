import { isUuid } from '@pks/contracts';
import { databaseAddress, withDatabase } from '../database/command-database.ts';
import type { DatabaseOptions } from '../database/database-options.ts';
import type { Database } from '../database/database.ts';
import { type DeadLetter, DeferredEvents } from './deferred-events.ts';

const SHOWN = 1000;
const NONE = 'No dead letters.';
const USAGE = 'Use: list, replay EVENT_ID, or replay all.';

type Schema = Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;

/**
 * The command of a service that lists its dead letters (`list`) or retries them (`replay EVENT_ID`, `replay all`): the
 * running service retries them within a second. Exits with 1 and a sentence when it cannot.
 */
export async function runDeadLettersCommand(variable: string, schema: Schema): Promise<void> {
  try {
    const url = databaseAddress(variable);
    const options = { ...schema, url, poolSize: 1, migrate: false, name: 'dead-letters' };
    const work = (database: Database) => outputOf(new DeferredEvents(database), process.argv.slice(2));
    process.stdout.write(`${await withDatabase(options, work)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function outputOf(deferred: DeferredEvents, [verb, which]: readonly string[]): Promise<string> {
  if (verb === 'list' && which === undefined) return listed(await deferred.dead(SHOWN));
  const all = which === 'all';
  if (verb !== 'replay' || which === undefined || !(all || isUuid(which))) throw new Error(USAGE);
  const count = await deferred.replay(all ? null : which);
  if (count > 0) return `Queued for a retry: ${count}.`;
  if (all) return NONE;
  throw new Error('There is no such dead letter.');
}

function listed(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return NONE;
  return letters
    .map(({ event_id, consumer, subject, dead_at, last_error }) =>
      [dead_at, event_id, consumer, subject, last_error.replace(/\s+/g, ' ')].join('  '),
    )
    .join('\n');
}
