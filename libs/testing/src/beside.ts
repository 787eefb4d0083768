import type { Database } from '@pks/platform';
import { eventually } from './eventually.ts';

/** Statements that wait for a lock of another transaction. */
const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * The outcome of work that begins while another transaction is open. Once the work waits for that transaction, the transaction
 * goes on with `then`, and ends.
 */
export async function beside<T>(
  database: Database,
  another: () => Promise<unknown>,
  work: () => Promise<T>,
  then: () => Promise<unknown> = () => Promise.resolve(),
): Promise<PromiseSettledResult<T>> {
  const [done, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = database.transaction(async () => {
    await another();
    done.resolve();
    await ended.promise;
    await then();
  });
  await Promise.race([done.promise, first]);
  let isOver = false;
  const outcome = Promise.allSettled([work().finally(() => (isOver = true))]);
  await eventually(
    'it waits for the other one, or is over',
    async () => isOver || (await database.manager.query<object[]>(WAITING)).length > 0,
  );
  ended.resolve();
  await first;
  return (await outcome)[0];
}
