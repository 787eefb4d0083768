import type { Database } from '../database/database.ts';
import { DeletedProject } from '../database/deleted-project.entity.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { statement } from '../database/statement.ts';

const HANDLED = statement<{ event_id: string }>(
  'inbox_handled',
  'SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = ANY ($2::uuid[])',
);
const HANDLED_OR_VOID = statement<{ event_id: string }>(
  'inbox_handled_or_void',
  `SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = ANY ($2::uuid[])
   UNION ALL
   SELECT e.event_id FROM unnest($2::uuid[], $3::uuid[]) AS e (event_id, project_id)
     JOIN deleted_projects d ON d.id = e.project_id`,
);
/** A handled event is no longer deferred. */
const HANDLE = statement<{ event_id: string }>(
  'inbox_handle',
  `WITH undeferred AS (DELETE FROM deferred_events WHERE consumer = $1 AND event_id = ANY ($2::uuid[]))
   INSERT INTO inbox (consumer, event_id) SELECT $1, id FROM unnest($2::uuid[]) AS e (id) ORDER BY id
   ON CONFLICT DO NOTHING RETURNING event_id`,
);

/** An event, and the project that it names. */
export interface InboxEvent {
  readonly id: string;
  readonly project: string | null;
}

/** The events that consumers of this service have handled. */
export class Inbox {
  constructor(private readonly database: Database) {}

  /** The ids of those events that were handled, or that have no effect because their project is deleted. */
  async handled(consumer: string, events: readonly InboxEvent[]): Promise<ReadonlySet<string>> {
    const knowsDeleted = this.database.options.entities.includes(DeletedProject);
    const ids = events.map(({ id }) => id);
    const projects = events.map(({ project }) => project);
    const rows = knowsDeleted
      ? await this.database.rows(HANDLED_OR_VOID, [consumer, ids, projects])
      : await this.database.rows(HANDLED, [consumer, ids]);
    return new Set(rows.map(({ event_id }) => event_id));
  }

  /**
   * Runs the effect of events and records them, in one transaction, for those that are not recorded already, if there are
   * any. None of the events is deferred any more.
   */
  once(
    consumer: string,
    eventIds: readonly string[],
    effect: (first: ReadonlySet<string>) => Promise<void>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      const rows = await this.database.rows(HANDLE, [consumer, eventIds]);
      if (rows.length > 0) await effect(new Set(rows.map(({ event_id }) => event_id)));
    });
  }

  /** Deletes records of events that cannot arrive any more: outbox rows live for 7 days, messages for 8 days after they were last published. */
  async forget(): Promise<void> {
    const key = ['consumer', 'event_id'];
    await deleteInBatches(this.database, 'inbox', key, `handled_at < now() - interval '16 days'`);
  }
}
