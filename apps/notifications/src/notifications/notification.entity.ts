import type { AccessLevel, NotificationActions, NotificationStatus, NotificationType } from '@pks/contracts';
import { bigintNumber } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { NotificationInbox } from './notification-inbox.entity.ts';

/** A notification. It is read when its own status says so, or when a mark that covers it is later than its last change. */
@Entity('notifications')
@Unique('notifications_once', ['projectId', 'userId', 'eventId', 'notificationType'])
@Index('notifications_changes', ['projectId', 'userId', 'changedNumber'])
@Index('notifications_as_made', { synchronize: false })
@Index('notifications_touched', { synchronize: false })
@Index('notifications_read', { synchronize: false })
@Index('notifications_unread', { synchronize: false })
@Check('notifications_access_level', "access_level IN ('admin', 'viewer')")
@Check('notifications_status', "status IN ('unread', 'read')")
@Check('notifications_touching', 'touched = (changed_number > created_number)')
@Check('notifications_read_at', "(status = 'read') = (read_at IS NOT NULL)")
@ForeignKey(() => NotificationInbox, ['projectId', 'userId'], ['projectId', 'userId'], {
  name: 'notifications_inbox',
})
export class NotificationRecord {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notifications_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'notifications_pkey' })
  readonly userId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notifications_pkey' })
  readonly id!: string;

  /** The event that it is about: a user gets one notification per event and type. */
  @Column('uuid', { name: 'event_id' })
  readonly eventId!: string;

  @Column('text', { name: 'notification_type' })
  readonly notificationType!: NotificationType;

  @Column('text', { name: 'access_level' })
  readonly accessLevel!: AccessLevel;

  @Column('text')
  readonly title!: string;

  @Column('text')
  readonly message!: string;

  @Column('text', { name: 'source_object_type' })
  readonly sourceObjectType!: string;

  @Column('text', { name: 'source_object_id' })
  readonly sourceObjectId!: string;

  @Column('jsonb', { nullable: true })
  readonly actions!: NotificationActions | null;

  /** Its own status, which marks do not change. */
  @Column('text')
  readonly status!: NotificationStatus;

  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readonly readAt!: Date | null;

  /** The number of the change that created it. */
  @Column({ type: 'bigint', name: 'created_number', transformer: bigintNumber })
  readonly createdNumber!: number;

  /** The number of its last change, marks aside. */
  @Column({ type: 'bigint', name: 'changed_number', transformer: bigintNumber })
  readonly changedNumber!: number;

  /** Whether it was changed since it was created, marks aside. */
  @Column('boolean', { default: false })
  readonly touched!: boolean;

  /** When the event happened. */
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  readonly updatedAt!: Date;
}
