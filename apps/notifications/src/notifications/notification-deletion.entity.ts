import { bigintNumber } from '@pks/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { NotificationInbox } from './notification-inbox.entity.ts';

/** The record of a deletion, of one notification or of everything that was read. It is kept for a while, for followers. */
@Entity('notification_deletions')
@Index('notification_deletions_age', ['at'])
@ForeignKey(() => NotificationInbox, ['projectId', 'userId'], ['projectId', 'userId'], {
  name: 'notification_deletions_inbox',
})
export class NotificationDeletion {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notification_deletions_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'notification_deletions_pkey' })
  readonly userId!: string;

  @PrimaryColumn('bigint', {
    primaryKeyConstraintName: 'notification_deletions_pkey',
    transformer: bigintNumber,
  })
  readonly number!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  /** Whether the deletion covers notifications for admins. */
  @Column('boolean', { name: 'covers_admin' })
  readonly coversAdmin!: boolean;

  /** Null for the deletion of everything that was read. */
  @Column('uuid', { name: 'notification_id', nullable: true })
  readonly notificationId!: string | null;
}
