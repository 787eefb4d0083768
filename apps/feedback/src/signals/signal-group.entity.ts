import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const PKEY = 'signal_groups_pkey';

/**
 * The signals of one conversation, or one signal without a conversation, of a submitter or of everybody. Triggers keep it up to
 * date with the signals and the conversation.
 */
@Entity('signal_groups')
@Index('signal_groups_newest', { synchronize: false })
@Index('signal_groups_to_review', { synchronize: false })
@Index('signal_groups_reviewed', { synchronize: false })
export class KeptGroup {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PKEY })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'holder_id', primaryKeyConstraintName: PKEY })
  readonly holderId!: string;

  /** The id of the conversation, or of the signal. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: PKEY })
  readonly key!: string;

  @Column('boolean', { name: 'is_conversation' })
  readonly isConversation!: boolean;

  @Column('integer', { name: 'to_review_count' })
  readonly toReviewCount!: number;

  @Column('integer', { name: 'reviewed_count' })
  readonly reviewedCount!: number;

  @Column('integer', { name: 'dismissed_count' })
  readonly dismissedCount!: number;

  /** When any of its signals was last updated. */
  @Column({ type: 'timestamptz', precision: 3 })
  readonly newest!: Date;

  /** When an open signal was last updated; any time if none is open. */
  @Column({ type: 'timestamptz', name: 'newest_to_review', precision: 3 })
  readonly newestToReview!: Date;

  /** When a reviewed signal was last updated; any time if none is reviewed. */
  @Column({ type: 'timestamptz', name: 'newest_reviewed', precision: 3 })
  readonly newestReviewed!: Date;

  /** Whether the conversation is archived, as far as the holder may know. */
  @Column('boolean', { name: 'is_archived', default: false })
  readonly isArchived!: boolean;
}
