import type { ChatEntry } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import type { Line } from '../interviews/interview-entry.entity.ts';
import { TestRun } from './test-run.entity.ts';

/** An entry of the transcript of a test run. Entries are never changed. */
@Entity('test_run_entries')
@ForeignKey(() => TestRun, ['projectId', 'testRunId'], ['projectId', 'id'], {
  name: 'test_run_entries_test_run',
  onDelete: 'CASCADE',
})
@Check('test_run_entries_role', `role IN ('assistant', 'user')`)
export class TestRunEntry {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'test_run_entries_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'test_run_id', primaryKeyConstraintName: 'test_run_entries_pkey' })
  readonly testRunId!: string;

  /** Its place in the transcript, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'test_run_entries_pkey' })
  readonly number!: number;

  @Column('uuid')
  readonly id!: string;

  @Column('text')
  readonly role!: ChatEntry['role'];

  @Column('text')
  readonly content!: string;

  @Column('integer', { name: 'topic_index', nullable: true })
  readonly topicIndex!: number | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  /** The last lines of a run's transcript, as of its last change. */
  static endOf({ projectId, id, messageCount, updatedAt }: TestRun, lines: readonly Line[]): TestRunEntry[] {
    return lines.map((line, index) =>
      Object.assign(new TestRunEntry(), line, {
        projectId,
        testRunId: id,
        number: messageCount - lines.length + 1 + index,
        id: v7(),
        createdAt: updatedAt,
      }),
    );
  }

  /** The entry as the API shows it (decisions 6). */
  get view(): ChatEntry {
    const { id, role, content, createdAt, topicIndex: topic_index } = this;
    return { id, role, content, type: 'message', timestamp: createdAt.toISOString(), topic_index };
  }
}
