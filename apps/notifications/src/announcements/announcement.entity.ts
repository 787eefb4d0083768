import type { AccessLevel, NotificationActions, NotificationType } from '@pks/contracts';
import { bigintNumber } from '@pks/platform';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * A notification for all members of a project, or for all of its admins: one row, however many they are. It belongs to
 * every user with an audience period that contains its number and without an exception for it.
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

  /** Numbers follow the order of the commits, and of `createdAt`. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'announcements_pkey', transformer: bigintNumber })
  readonly number!: number;

  /** The id of the notification, the same for every recipient. */
  @Column('uuid')
  readonly id!: string;

  /** The event that it is about: a project gets one announcement per event and type. */
  @Column('uuid', { name: 'event_id' })
  readonly eventId!: string;

  @Column('text', { name: 'notification_type' })
  readonly notificationType!: NotificationType;

  @Column('text', { name: 'access_level' })
  readonly accessLevel!: AccessLevel;

  /** How many announcements its level has up to this one: the difference of two counts those after the first, up to the second. */
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

  /** When the event happened, or 1 ms after the previous announcement if that is later. */
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;
}
