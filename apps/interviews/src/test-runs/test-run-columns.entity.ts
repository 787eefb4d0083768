import type { TestRunStatus, TestRunTopic, TopicJump } from '@pks/contracts';
import { Column, PrimaryColumn } from 'typeorm';
import type { Subject } from '../conversation/script.ts';

/** The columns of a test run. */
export abstract class TestRunColumns {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'test_runs_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'test_runs_pkey' })
  readonly id!: string;

  @Column('uuid', { name: 'draft_id' })
  readonly draftId!: string;

  @Column('uuid', { name: 'created_by_id' })
  readonly createdById!: string;

  @Column('text')
  status!: TestRunStatus;

  /** The parameters of the draft, as they were when the run began. */
  @Column('json')
  readonly parameters!: Subject['parameters'];

  @Column('json')
  topics!: readonly TestRunTopic[];

  @Column('integer', { name: 'started_from_topic_index' })
  readonly startedFromTopicIndex!: number;

  @Column('text', { name: 'started_from_topic_title' })
  readonly startedFromTopicTitle!: string;

  @Column('uuid', { name: 'skipped_topic_ids', array: true })
  readonly skippedTopicIds!: readonly string[];

  @Column('json')
  jumps!: readonly TopicJump[];

  @Column('integer', { name: 'message_count' })
  messageCount!: number;

  /** When the draft was last changed before the run began. */
  @Column({ type: 'timestamptz', name: 'draft_updated_at', precision: 3 })
  readonly draftUpdatedAt!: Date;

  /** The approximate size of its JSON, which lists of drafts add up before they read a page. Bytes. */
  @Column('integer')
  size!: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
