import { isUuid } from '@pks/contracts';
import { asksForHelp } from '../config/asks-for-help.ts';
import { databaseAddress, withDatabase } from '../database/command-database.ts';
import type { ServiceSchema } from '../database/database-options.ts';
import { type DeadLetter, DeferredEvents } from './deferred-events.ts';

const SHOWN = 1000;
const NONE = 'No dead letters.';
const USAGE = 'Use: list, replay EVENT_ID, or replay all.';

/** Thrown for arguments that mean nothing. */
class Misuse extends Error {}

type Order = { readonly verb: 'list' } | { readonly verb: 'replay'; readonly which: string | null };

/**
 * The command of a service that lists its dead letters (`list`) or retries them (`replay EVENT_ID`, `replay all`): the running
 * service retries them within a second. Exits with 1 and a sentence if it cannot, and with 2 and its usage for any other arguments.
 */
export async function runDeadLettersCommand(variable: string, schema: ServiceSchema): Promise<void> {
  const args = process.argv.slice(2);
  try {
    process.stdout.write(`${asksForHelp(args) ? USAGE : await answerTo(orderIn(args), variable, schema)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof Misuse ? 2 : 1;
  }
}

function orderIn([verb, which]: readonly string[]): Order {
  if (verb === 'list' && which === undefined) return { verb };
  const all = which === 'all';
  if (verb !== 'replay' || which === undefined || !(all || isUuid(which))) throw new Misuse(USAGE);
  return { verb, which: all ? null : which };
}

function answerTo(order: Order, variable: string, schema: ServiceSchema): Promise<string> {
  const url = databaseAddress(variable);
  const options = { ...schema, url, poolSize: 1, migrate: false, name: 'dead-letters' };
  return withDatabase(options, (database) => outputOf(new DeferredEvents(database), order));
}

async function outputOf(deferred: DeferredEvents, order: Order): Promise<string> {
  if (order.verb === 'list') return listed(await deferred.dead(SHOWN));
  const count = await deferred.replay(order.which);
  if (count > 0) return `Queued for a retry: ${count}.`;
  if (order.which === null) return NONE;
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
