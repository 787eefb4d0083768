import { bigintNumber } from '@pks/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The announcements of a project, and who is in its audience. An announcement locks it first; changes of single inboxes hold
 * it shared. So the numbers of both follow the order of their commits.
 */
@Entity('notification_projects')
export class NotificationProject {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notification_projects_pkey' })
  readonly projectId!: string;

  /**
   * The number of the last announcement, a multiple of 2^22. What members do with their notifications afterwards gets the
   * numbers between it and the next.
   */
  @Column({ type: 'bigint', name: 'last_number', transformer: bigintNumber })
  readonly lastNumber!: number;

  /** Announcements up to this one were deleted: a follower without a later number has to list again. */
  @Column({ type: 'bigint', name: 'forgotten_number', transformer: bigintNumber, default: 0 })
  readonly forgottenNumber!: number;

  /** The last change of the audience that the periods contain. */
  @Column({ type: 'bigint', name: 'audience_number', transformer: bigintNumber, default: 0 })
  readonly audienceNumber!: number;

  /** How many announcements there were so far for every member. */
  @Column({ type: 'bigint', name: 'announced_viewer', transformer: bigintNumber, default: 0 })
  readonly announcedViewer!: number;

  /** The same for admins. */
  @Column({ type: 'bigint', name: 'announced_admin', transformer: bigintNumber, default: 0 })
  readonly announcedAdmin!: number;

  /** How many of the announcements for every member were deleted, because they are old. */
  @Column({ type: 'bigint', name: 'dropped_viewer', transformer: bigintNumber, default: 0 })
  readonly droppedViewer!: number;

  /** The same for admins. */
  @Column({ type: 'bigint', name: 'dropped_admin', transformer: bigintNumber, default: 0 })
  readonly droppedAdmin!: number;

  /** The time of the last announcement. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readonly newest!: Date | null;
}
