import { Injectable } from '@nestjs/common';
import { Database } from '@pks/platform';
import { NotificationInbox } from './notification-inbox.entity.ts';
import { NotificationMark } from './notification-mark.entity.ts';
import type { Reader } from './reader.ts';

/** Reads and writes inboxes. */
@Injectable()
export class NotificationInboxesRepository {
  constructor(private readonly database: Database) {}

  /** Null for a user who was never notified of anything. */
  find({ projectId, userId }: Omit<Reader, 'levels'>): Promise<NotificationInbox | null> {
    return this.database.manager.findOneBy(NotificationInbox, { projectId, userId });
  }

  /** The inbox, locked until the end of the transaction. */
  lock({ projectId, userId }: Omit<Reader, 'levels'>): Promise<NotificationInbox | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.manager.findOne(NotificationInbox, { where: { projectId, userId }, lock });
  }

  /** Saves a locked inbox. */
  async store({ projectId, userId, ...columns }: NotificationInbox): Promise<void> {
    await this.database.manager.update(NotificationInbox, { projectId, userId }, columns);
  }

  async addMark(mark: NotificationMark): Promise<void> {
    await this.database.manager.insert(NotificationMark, mark);
  }
}
