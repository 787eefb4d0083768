import type { NotificationStatus } from '@pks/contracts';
import type { TestReader } from './notification-store.ts';

/** How many changes a follower requests at a time. */
const BATCH = 3;

/** A client that keeps a copy of a user's notifications by applying their changes, as a client of the stream does. */
export class Follower {
  private readonly copy = new Map<string, NotificationStatus>();
  private last: number | undefined;
  /** How often the client had to list. */
  listings = 0;

  /** Brings the copy up to date, and returns the ids of its unread notifications. */
  async unread(reader: TestReader): Promise<string[]> {
    const copy = await this.statuses(reader);
    return [...copy].flatMap(([id, status]) => (status === 'unread' ? [id] : []));
  }

  /** Brings the copy up to date, and returns the status of each notification. */
  async statuses(reader: TestReader): Promise<ReadonlyMap<string, NotificationStatus>> {
    if (this.last === undefined) await this.list(reader);
    for (let more = true; more;) more = await this.advance(reader);
    return this.copy;
  }

  /** Lists again next time, because the user now sees other notifications. */
  restart(): void {
    this.last = undefined;
  }

  private async list(reader: TestReader): Promise<void> {
    this.listings += 1;
    this.copy.clear();
    this.last = (await reader.changes()).last;
    for (const { id, status } of await reader.list()) this.copy.set(id, status);
  }

  private async advance(reader: TestReader): Promise<boolean> {
    const { changes, last } = await reader.changes(this.last, BATCH);
    for (const { kind, notification, notification_id = '' } of changes) {
      if (notification) this.copy.set(notification.id, notification.status);
      if (kind === 'deleted') this.copy.delete(notification_id);
      if (kind === 'all_read') for (const id of this.copy.keys()) this.copy.set(id, 'read');
      if (kind === 'read_deleted') this.forgetRead();
      if (kind === 'reset') {
        await this.list(reader);
        return true;
      }
    }
    this.last = last;
    return changes.length > 0;
  }

  private forgetRead(): void {
    for (const [id, status] of this.copy) if (status === 'read') this.copy.delete(id);
  }
}
