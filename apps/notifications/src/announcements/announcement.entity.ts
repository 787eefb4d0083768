import type { AccessLevel, NotificationActions, NotificationType } from '@pks/contracts';
import { bigintNumber } from '@pks/platform';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * A notification for all members of a project, or for all of its admins: one row, whatever their number. It belongs to
 * those who have a period in the audience that contains its number, and no exception.
 */
@Entity('announcements')
@Unique('announcements_id', ['projectId', 'id'])
@Unique('announcements_once', ['projectId', 'eventId', 'notificationType'])
@Index('announcements_of_level', { synchronize: false })
@Index('announcements_of_type', ['projectId', 'accessLevel', 'notificationType', 'number'])
@Index('announcements_age', ['createdAt'])
@Check('announcements_access_level', "access_level IN ('admin', 'viewer')")
export class Announcement {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'announcements_pkey' })
  readonly projectId!: string;

  /** In the order of their commits, and of their times. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'announcements_pkey', transformer: bigintNumber })
  readonly number!: number;

  /** The id of the notification, of each of those whom it belongs to. */
  @Column('uuid')
  readonly id!: string;

  /** The event it is about: no project is told twice of an event. */
  @Column('uuid', { name: 'event_id' })
  readonly eventId!: string;

  @Column('text', { name: 'notification_type' })
  readonly notificationType!: NotificationType;

  @Column('text', { name: 'access_level' })
  readonly accessLevel!: AccessLevel;

  /** How many announcements there were on its level, with it: the difference of two is how many there were in between. */
  @Column({ type: 'bigint', transformer: bigintNumber })
  readonly nth!: number;

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

  /** When the event happened, or right after the announcement before, if that happened later. */
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;
}
