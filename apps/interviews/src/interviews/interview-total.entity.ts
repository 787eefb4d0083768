import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many campaigns, rows of the feed, and interviews of each status a project has. Each transaction that changes these updates the row, last. */
@Entity('interview_totals')
export class InterviewTotal {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'interview_totals_pkey' })
  readonly projectId!: string;

  @Column('integer')
  readonly campaigns!: number;

  /** Campaigns with an interview, and interviews without a campaign. */
  @Column('integer', { name: 'feed_rows' })
  readonly feedRows!: number;

  @Column('integer')
  readonly pending!: number;

  @Column('integer', { name: 'in_progress' })
  readonly inProgress!: number;

  @Column('integer')
  readonly completed!: number;

  /** Imports without a status. */
  @Column('integer')
  readonly none!: number;
}
