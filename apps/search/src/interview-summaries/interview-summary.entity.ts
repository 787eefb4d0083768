import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

const PKEY = 'interview_summaries_pkey';

/**
 * The summary of a completed interview, copied from the interviews service with its creator and assignee. The row of a deleted
 * interview stays for a while, without a name, so that a late event does not bring the interview back.
 */
@Entity('interview_summaries')
@Index('interview_summaries_assigned', ['projectId', 'assignedToId', 'updatedAt', 'id'])
@Index('interview_summaries_created', ['projectId', 'createdById', 'updatedAt', 'id'])
@Check('interview_summaries_whole', 'num_nonnulls(name, topic, summary, created_by_id, updated_at) IN (0, 5)')
export class InterviewSummary {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  projectId!: string;

  /** The id of the interview. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: PKEY })
  id!: string;

  @Column('text', { nullable: true })
  name!: string | null;

  /** The heading of its passages. */
  @Column('text', { nullable: true })
  topic!: string | null;

  @Column('text', { nullable: true })
  summary!: string | null;

  @Column('uuid', { name: 'created_by_id', nullable: true })
  createdById!: string | null;

  @Column('uuid', { name: 'assigned_to_id', nullable: true })
  assignedToId!: string | null;

  /** When the interview was changed last: a later state replaces an earlier one. */
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, nullable: true })
  updatedAt!: Date | null;
}
