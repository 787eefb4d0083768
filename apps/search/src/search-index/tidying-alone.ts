import { type Database, NotYet, statement } from '@pks/platform';
import type { Tidying } from '../search/passage-tables.ts';

/** If tidying takes longer, its job has failed by then. */
const LONGEST = '5min';

/** While the engine works, the transaction is idle for longer than others may be. */
const LOCK = statement<{ readonly taken: boolean }, { readonly name: string; readonly longest: string }>(
  'tidying_alone_lock',
  `SELECT pg_try_advisory_xact_lock(hashtextextended('tidied passages ' || :name, 0)) AS taken,
          set_config('idle_in_transaction_session_timeout', :longest, true)`,
);

/**
 * Tidies up a table while it holds the lock of its name, which all processes of the service share.
 * @throws NotYet while another process holds it: waiting would keep the worker from other projects' tables.
 */
export function tidyingAlone(database: Database): Tidying {
  return (name, tidy) =>
    database.transaction(async () => {
      const [lock] = await database.rows(LOCK, { name, longest: LONGEST });
      if (!lock?.taken) throw new NotYet('These passages are being tidied up.');
      await tidy();
    });
}
