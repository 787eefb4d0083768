import { type Database, statement } from '@pks/platform';
import type { Creating } from '../search/passage-tables.ts';

const LOCK = statement<object, { readonly name: string }>(
  'creating_alone_lock',
  `SELECT pg_advisory_xact_lock(hashtextextended('passages ' || :name, 0))`,
);

/** Creates a table while it holds the lock of its name, which all processes of the service share. */
export function creatingAlone(database: Database): Creating {
  return (name, create) =>
    database.transaction(async () => {
      await database.rows(LOCK, { name });
      return create();
    });
}
