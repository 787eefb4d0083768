import { setTimeout as sleep } from 'node:timers/promises';
import { Text } from '@pks/contracts';
import { Env, loadConfig } from '../config/config.ts';
import { Database } from '../database/database.ts';
import type { DatabaseOptions } from '../database/database-options.ts';
import { makeLog } from '../logging/log.ts';
import { type DeadLetter, DeferredEvents } from './deferred-events.ts';

const SHOWN = 1000;
/** Milliseconds. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const USAGE = 'Use: list, replay EVENT_ID, or replay all.';

class DatabaseUrl {
  @Env('DATABASE_URL')
  @Text({ optional: true })
  readonly databaseUrl?: string;
}

type Schema = Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;

/**
 * The command of a service that lists its dead letters (`list`) or retries them (`replay EVENT_ID`, `replay all`): the
 * running service retries them within a second. Exits with 1 and a sentence when it cannot.
 */
export async function runDeadLettersCommand(variable: string, schema: Schema): Promise<void> {
  const url = process.env[variable] ?? loadConfig(DatabaseUrl).databaseUrl;
  if (url === undefined) return fail(`Set ${variable} or DATABASE_URL.`);
  const database = new Database(
    { ...schema, url, poolSize: 1, migrate: false, name: 'dead-letters' },
    makeLog('dead-letters', 'error'),
  );
  void database.open();
  try {
    if (!(await isReady(database))) return fail(database.notReady ?? '');
    const output = await outputOf(new DeferredEvents(database), process.argv.slice(2));
    if (output === undefined) return fail(USAGE);
    process.stdout.write(`${output}\n`);
  } finally {
    await database.close();
  }
}

async function isReady(database: Database): Promise<boolean> {
  const patience = Date.now() + PATIENCE_MS;
  while (database.notReady !== undefined && Date.now() < patience) await sleep(LOOK_MS);
  return database.notReady === undefined;
}

async function outputOf(
  deferred: DeferredEvents,
  [verb, which]: readonly string[],
): Promise<string | undefined> {
  if (verb === 'list' && which === undefined) return listed(await deferred.dead(SHOWN));
  if (verb !== 'replay' || which === undefined || !(which === 'all' || UUID.test(which))) return undefined;
  const count = await deferred.replay(which === 'all' ? null : which);
  return count === 0 ? 'There is no such dead letter.' : `Queued for a retry: ${count}.`;
}

function listed(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No dead letters.';
  return letters
    .map(({ event_id, consumer, subject, dead_at, last_error }) =>
      [dead_at, event_id, consumer, subject, last_error.replace(/\s+/g, ' ')].join('  '),
    )
    .join('\n');
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
