import type { JsonObject, RunStatus } from '@pks/contracts';
import { Participant } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { recorded } from './recorded.ts';

/** A run before it has ended. */
export interface BegunRun {
  readonly projectId: string;
  readonly toolId: string;
  readonly runById: string;
  readonly inputParameters: JsonObject;
  readonly startedAt: Date;
}

/** How a run ended. */
export interface RunEnd {
  readonly resultCount: number;
  /** Null if the run succeeded. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** A run of a tool, recorded when it has ended; kept for 30 days. */
@Entity('tool_runs')
@Index('tool_runs_newest', { synchronize: false })
@Index('tool_runs_started_at', ['startedAt'])
@ForeignKey(() => Participant, ['projectId', 'runById'], ['projectId', 'userId'], {
  name: 'tool_runs_run_by',
})
@Check(
  'tool_runs_status',
  `CASE status WHEN 'success' THEN error IS NULL WHEN 'error' THEN error IS NOT NULL ELSE false END`,
)
export class ToolRun {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'tool_runs_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tool_runs_pkey' })
  readonly id!: string;

  @Column('uuid', { name: 'tool_id' })
  readonly toolId!: string;

  @Column('uuid', { name: 'run_by_id' })
  readonly runById!: string;

  @Column('json', { name: 'input_parameters' })
  readonly inputParameters!: object;

  @Column('text')
  readonly status!: RunStatus;

  @Column('text', { nullable: true })
  readonly error!: string | null;

  @Column('integer', { name: 'result_count' })
  readonly resultCount!: number;

  @Column('integer', { name: 'duration_ms' })
  readonly durationMs!: number;

  @Column({ type: 'timestamptz', name: 'started_at', precision: 3 })
  readonly startedAt!: Date;

  static ended(run: BegunRun, end: RunEnd): ToolRun {
    const fields = {
      ...run,
      ...end,
      id: v7(),
      inputParameters: recorded(run.inputParameters),
      status: end.error === null ? 'success' : 'error',
    } satisfies Partial<ToolRun>;
    return Object.assign(new ToolRun(), fields);
  }
}
