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
const NONE = 'No dead letters.';
const USAGE = 'Use: list, replay EVENT_ID, or replay all.';

class DatabaseUrl {
  @Env('DATABASE_URL')
  @Text({ optional: true })
  readonly databaseUrl?: string;
}

/** What the command says when it cannot do what it was asked. */
class Refused extends Error {}

type Schema = Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;

/**
 * The command of a service that lists its dead letters (`list`) or retries them (`replay EVENT_ID`, `replay all`): the
 * running service retries them within a second. Exits with 1 and a sentence when it cannot.
 */
export async function runDeadLettersCommand(variable: string, schema: Schema): Promise<void> {
  const url = process.env[variable] || loadConfig(DatabaseUrl).databaseUrl;
  if (url === undefined) return fail(`Set ${variable} or DATABASE_URL.`);
  const database = new Database(
    { ...schema, url, poolSize: 1, migrate: false, name: 'dead-letters' },
    makeLog('dead-letters', 'error'),
  );
  void database.open();
  try {
    if (!(await isReady(database))) return fail(database.notReady ?? '');
    process.stdout.write(`${await outputOf(new DeferredEvents(database), process.argv.slice(2))}\n`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fail(error.message);
  } finally {
    await database.close();
  }
}

async function isReady(database: Database): Promise<boolean> {
  const patience = performance.now() + PATIENCE_MS;
  while (database.notReady !== undefined && performance.now() < patience) await sleep(LOOK_MS);
  return database.notReady === undefined;
}

async function outputOf(deferred: DeferredEvents, [verb, which]: readonly string[]): Promise<string> {
  if (verb === 'list' && which === undefined) return listed(await deferred.dead(SHOWN));
  const all = which === 'all';
  if (verb !== 'replay' || which === undefined || !(all || UUID.test(which))) throw new Refused(USAGE);
  const count = await deferred.replay(all ? null : which);
  if (count > 0) return `Queued for a retry: ${count}.`;
  if (all) return NONE;
  throw new Refused('There is no such dead letter.');
}

function listed(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return NONE;
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
