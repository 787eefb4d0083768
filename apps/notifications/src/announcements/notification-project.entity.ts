import { bigintNumber } from '@pks/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The numbers and counts of a project's announcements, and of its audience. An announcement locks this row first; a change of a
 * single inbox takes a shared lock. So the numbers of both follow the order of their commits.
 */
@Entity('notification_projects')
export class NotificationProject {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notification_projects_pkey' })
  readonly projectId!: string;

  /**
   * The number of the last announcement or deletion of announcements, a multiple of 2^22. The changes that members make
   * afterwards get the numbers between it and the next one.
   */
  @Column({ type: 'bigint', name: 'last_number', transformer: bigintNumber })
  readonly lastNumber!: number;

  /** The number of the last deletion of announcements: a follower whose number is lower has to list again. */
  @Column({ type: 'bigint', name: 'forgotten_number', transformer: bigintNumber, default: 0 })
  readonly forgottenNumber!: number;

  /** The number of the last audience change that the periods reflect. */
  @Column({ type: 'bigint', name: 'audience_number', transformer: bigintNumber, default: 0 })
  readonly audienceNumber!: number;

  /** How many announcements were made for every member so far. */
  @Column({ type: 'bigint', name: 'announced_viewer', transformer: bigintNumber, default: 0 })
  readonly announcedViewer!: number;

  /** How many announcements were made for admins so far. */
  @Column({ type: 'bigint', name: 'announced_admin', transformer: bigintNumber, default: 0 })
  readonly announcedAdmin!: number;

  /** How many of the announcements for every member were deleted for their age. */
  @Column({ type: 'bigint', name: 'dropped_viewer', transformer: bigintNumber, default: 0 })
  readonly droppedViewer!: number;

  /** How many of the announcements for admins were deleted for their age. */
  @Column({ type: 'bigint', name: 'dropped_admin', transformer: bigintNumber, default: 0 })
  readonly droppedAdmin!: number;

  /** The time of the last announcement. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readonly newest!: Date | null;
}
