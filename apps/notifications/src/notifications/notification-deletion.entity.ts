import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { NotificationInbox } from './notification-inbox.entity.ts';
import { wholeNumber } from './whole-number.ts';

/** That somebody deleted a notification, or all that he had read: remembered for a while, for those who follow the changes. */
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
    transformer: wholeNumber,
  })
  readonly number!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  /** Whether the notification was one for admins, or theirs were among those deleted. */
  @Column('boolean', { name: 'covers_admin' })
  readonly coversAdmin!: boolean;

  /** Null where all that was read is meant. */
  @Column('uuid', { name: 'notification_id', nullable: true })
  readonly notificationId!: string | null;
}
