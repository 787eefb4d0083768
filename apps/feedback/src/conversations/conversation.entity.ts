import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PKEY = 'conversations_pkey';

/**
 * A conversation that signals may be about, copied from the agents service. The row of a deleted conversation stays,
 * without its texts, so that a late event does not bring it back.
 */
@Entity('conversations')
@Check('conversations_texts', 'num_nonnulls(title, agent_name) IN (0, 2)')
export class Conversation {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: PKEY })
  id!: string;

  /** Null once it is deleted. */
  @Column('text', { nullable: true })
  title!: string | null;

  /** Null once it is deleted. */
  @Column('text', { name: 'agent_name', nullable: true })
  agentName!: string | null;

  /** The user who sees the conversation even if it is not shared, as admins do. */
  @Column('uuid', { name: 'created_by_id' })
  createdById!: string;

  /** Whether all members of the project see it. */
  @Column('boolean', { name: 'is_shared' })
  isShared!: boolean;

  /** Only archived conversations are deleted, and they stay archived. */
  @Column('boolean', { name: 'is_archived' })
  isArchived!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** A later state replaces an earlier one. */
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 })
  changedAt!: Date;
}
