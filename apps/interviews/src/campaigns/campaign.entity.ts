import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * A named group of interviews, with counts of their statuses, which each transaction that assigns, moves or deletes interviews
 * updates. Imports that are not parsed yet have no status, and count only in `interviewCount`.
 */
@Entity('campaigns')
@Unique('campaigns_project_name', ['projectId', 'nameKey'])
@Index('campaigns_newest', { synchronize: false })
@Index('campaigns_feed', { synchronize: false })
@Check(
  'campaigns_counts',
  `least(pending_count, in_progress_count, completed_count) >= 0
      AND interview_count >= pending_count + in_progress_count + completed_count`,
)
@Check('campaigns_name_key', `name_key IN (lower(name), translate(lower(name), 'ς', 'σ'))`)
export class Campaign {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'campaigns_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'campaigns_pkey' })
  readonly id!: string;

  @Column('text')
  readonly name!: string;

  /** The name without case (`caseless`), unique in the project. */
  @Column('text', { name: 'name_key' })
  readonly nameKey!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'last_activity_at', precision: 3 })
  readonly lastActivityAt!: Date;

  @Column('integer', { name: 'interview_count' })
  readonly interviewCount!: number;

  @Column('integer', { name: 'pending_count' })
  readonly pendingCount!: number;

  @Column('integer', { name: 'in_progress_count' })
  readonly inProgressCount!: number;

  @Column('integer', { name: 'completed_count' })
  readonly completedCount!: number;
}
