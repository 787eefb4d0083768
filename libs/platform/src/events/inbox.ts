import type { Database } from '../database/database.ts';
import { DeletedProject } from '../database/deleted-project.entity.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { statement } from '../database/statement.ts';

const HANDLED = statement<{ event_id: string }>(
  'inbox_handled',
  'SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = $2',
);
const HANDLED_OR_VOID = statement<{ event_id: string }>(
  'inbox_handled_or_void',
  `SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = $2
   UNION ALL SELECT id FROM deleted_projects WHERE id = $3`,
);
const HANDLE = statement<{ event_id: string }>(
  'inbox_handle',
  'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
);

/** The events that consumers of this service have handled. */
export class Inbox {
  constructor(private readonly database: Database) {}

  /** Whether an event was handled, or has no effect because its project is deleted. */
  async has(consumer: string, eventId: string, projectId: string | null): Promise<boolean> {
    const knowsDeleted = this.database.options.entities.includes(DeletedProject);
    const rows =
      knowsDeleted && projectId !== null
        ? await this.database.rows(HANDLED_OR_VOID, [consumer, eventId, projectId])
        : await this.database.rows(HANDLED, [consumer, eventId]);
    return rows.length > 0;
  }

  /** Runs the effect of an event and records it, in one transaction; does nothing when it is recorded already. */
  once(consumer: string, eventId: string, effect: () => Promise<void>): Promise<void> {
    return this.database.transaction(async () => {
      const [first] = await this.database.rows(HANDLE, [consumer, eventId]);
      if (first) await effect();
    });
  }

  /** Deletes records of events that cannot arrive any more: outbox rows live 7 days, messages 8 days after they were last published. */
  forget(): Promise<void> {
    const key = ['consumer', 'event_id'];
    return deleteInBatches(this.database, 'inbox', key, `handled_at < now() - interval '16 days'`);
  }
}
