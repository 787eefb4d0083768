import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';
import { NotificationInbox } from './notification-inbox.entity.ts';
import { NotificationMark } from './notification-mark.entity.ts';
import type { Reader } from './reader.ts';

const CREATE = statement<object>(
  'notification_inboxes_create',
  `INSERT INTO notification_inboxes
     (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, changed_at)
   VALUES (:projectId, :userId, 0, 0, 0, 0, 'epoch') ON CONFLICT DO NOTHING`,
);

/** Reads and writes inboxes. */
@Injectable()
export class NotificationInboxesRepository {
  constructor(
    private readonly database: Database,
    private readonly projects: NotificationProjectsRepository,
  ) {}

  /**
   * The inbox, created if the user has none, and locked until the end of the transaction. The project makes no announcement until
   * then either: the next change of the inbox follows the last one.
   */
  async lock({ projectId, userId }: Omit<Reader, 'levels'>): Promise<NotificationInbox> {
    const announced = await this.projects.hold(projectId);
    const inbox = (await this.find(projectId, userId)) ?? (await this.create(projectId, userId));
    inbox.follow(announced);
    return inbox;
  }

  /** Saves a locked inbox. */
  async store({ projectId, userId, ...columns }: NotificationInbox): Promise<void> {
    await this.database.manager.update(NotificationInbox, { projectId, userId }, columns);
  }

  async addMark(mark: NotificationMark): Promise<void> {
    await this.database.manager.insert(NotificationMark, mark);
  }

  private find(projectId: string, userId: string): Promise<NotificationInbox | null> {
    return this.database.lock(NotificationInbox, { projectId, userId }, 'pessimistic_write');
  }

  private async create(projectId: string, userId: string): Promise<NotificationInbox> {
    await this.database.rows(CREATE, { projectId, userId });
    const inbox = await this.find(projectId, userId);
    if (!inbox) throw new Error('The user has no inbox.');
    return inbox;
  }
}
