import { Injectable } from '@nestjs/common';
import type { Caller, ListChanges, NotificationChange, NotificationChanges } from '@pks/contracts';
import { Clock } from '@pks/platform';
import { type ChangeRow, NotificationChangesRepository } from './notification-changes.repository.ts';
import { viewOf } from './notification-row.ts';
import { readerOf } from './reader.ts';

/** The changes of the effective user's notifications, for followers. */
@Injectable()
export class NotificationChangesService {
  constructor(
    private readonly changes: NotificationChangesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The changes after the number `after`, each once and in order. If that number is too old, or not the reader's, there is a
   * `reset` instead. A notification appears in its current state, in the place of its last change; only unread, if it was read with
   * all others after everything read had been deleted, because both come after it.
   */
  async list({ project_id, after, limit }: ListChanges, caller: Caller): Promise<NotificationChanges> {
    const reader = readerOf(caller, project_id);
    if (after === undefined) return { changes: [], last: await this.changes.last(reader) };
    const now = this.clock.now();
    const { last, forgotten, changes } = await this.changes.after(reader, after, limit);
    if (after > last || after < forgotten) {
      return { changes: [{ number: last, kind: 'reset', at: now.toISOString() }], last };
    }
    const end = changes.length < limit ? last : (changes.at(-1)?.number ?? last);
    return { changes: changes.map((change) => changeOf(change, now)), last: end };
  }
}

function changeOf({ number, kind, notification_id, at, ...row }: ChangeRow, now: Date): NotificationChange {
  if (kind === 'created' || kind === 'changed') return { number, kind, notification: viewOf(row, now), at };
  return { number, kind, ...(notification_id === null ? {} : { notification_id }), at };
}
