import { Check, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { EntryColumns, type Line } from '../interviews/entry-columns.entity.ts';
import { TestRun } from './test-run.entity.ts';

/** An entry of the transcript of a test run. */
@Entity('test_run_entries')
@ForeignKey(() => TestRun, ['projectId', 'testRunId'], ['projectId', 'id'], {
  name: 'test_run_entries_test_run',
  onDelete: 'CASCADE',
})
@Check('test_run_entries_role', `role IN ('assistant', 'user')`)
export class TestRunEntry extends EntryColumns {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'test_run_entries_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'test_run_id', primaryKeyConstraintName: 'test_run_entries_pkey' })
  readonly testRunId!: string;

  /** Its place in the transcript, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'test_run_entries_pkey' })
  readonly number!: number;

  /** The entries for the last lines of a run's transcript, dated at the run's last change. */
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
}
