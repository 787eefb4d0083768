import { Column, Entity, PrimaryColumn } from 'typeorm';

const PKEY = 'signal_group_counts_pkey';

/**
 * A part of the count of groups with an open signal, or with none, that a submitter, or everybody, has: conversations, archived or not,
 * or signals without one. Triggers keep it with the groups, in parts like the counts of signals.
 */
@Entity('signal_group_counts')
export class SignalGroupCount {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'holder_id', primaryKeyConstraintName: PKEY })
  readonly holderId!: string;

  @PrimaryColumn('boolean', { name: 'is_conversation', primaryKeyConstraintName: PKEY })
  readonly isConversation!: boolean;

  @PrimaryColumn('boolean', { name: 'is_open', primaryKeyConstraintName: PKEY })
  readonly isOpen!: boolean;

  @PrimaryColumn('boolean', { name: 'is_archived', default: false, primaryKeyConstraintName: PKEY })
  readonly isArchived!: boolean;

  @PrimaryColumn('smallint', { default: 0, primaryKeyConstraintName: PKEY })
  readonly part!: number;

  @Column('integer')
  readonly count!: number;
}
