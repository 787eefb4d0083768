import { Injectable } from '@nestjs/common';
import type { JsonObject, ListToolRuns, Page, RunStatus, ToolRun as ToolRunView } from '@pks/contracts';
import { Database, acrossProjects, pageOf, pageStatement, statement } from '@pks/platform';
import { ToolRun } from './tool-run.entity.ts';

interface RunRow {
  readonly id: string;
  readonly run_by_id: string;
  readonly run_by_email: string;
  readonly input_parameters: JsonObject;
  readonly status: RunStatus;
  readonly error: string | null;
  readonly result_count: number;
  readonly duration_ms: number;
  readonly started_at: string;
}

const LIST = pageStatement<RunRow>('tool_runs_list', {
  results: `SELECT r.id, r.run_by_id, p.email AS run_by_email, r.input_parameters, r.status, r.error, r.result_count,
                   r.duration_ms, r.started_at
              FROM tool_runs r
              JOIN participants p ON p.project_id = :project_id AND p.user_id = r.run_by_id
             WHERE r.project_id = :project_id AND r.tool_id = :tool_id`,
  order: 'started_at DESC, id DESC',
  indexed: true,
});

const DELETE_OLD = statement<{ id: string }, { before: Date; most: number }>(
  'tool_runs_delete_old',
  `DELETE FROM tool_runs WHERE (project_id, id) IN (
     SELECT project_id, id FROM tool_runs WHERE started_at < :before ORDER BY started_at LIMIT :most)
   RETURNING id`,
);

/** Reads and writes the runs of tools. */
@Injectable()
export class ToolRunsRepository {
  constructor(private readonly database: Database) {}

  /** The runs of a tool, newest first. */
  async list({ project_id, tool_id, limit, offset }: ListToolRuns): Promise<Page<ToolRunView>> {
    const { count, results } = pageOf(await this.database.rows(LIST, { project_id, tool_id, limit, offset }));
    return { count, results: results.map(viewOf) };
  }

  async insert(run: ToolRun): Promise<void> {
    await this.database.manager.insert(ToolRun, run);
  }

  /** Deletes some runs of all projects that started before a time, and returns how many. */
  async deleteOld(before: Date, most: number): Promise<number> {
    return (await acrossProjects(() => this.database.rows(DELETE_OLD, { before, most }))).length;
  }
}

function viewOf({ run_by_id: id, run_by_email: email, ...run }: RunRow): ToolRunView {
  return { ...run, run_by: { id, email } };
}
