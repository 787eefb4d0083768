import { Injectable } from '@nestjs/common';
import type { Caller, JsonObject } from '@pks/contracts';
import { Clock, Database, ParticipantsRepository, faultOf } from '@pks/platform';
import type { ToolResults } from '../kinds/tool-kind.ts';
import type { Tool } from '../tools/tool.entity.ts';
import { type BegunRun, type RunEnd, ToolRun } from './tool-run.entity.ts';
import { ToolRunsRepository } from './tool-runs.repository.ts';

/** Who runs a tool, and when they made the request for which it runs. */
interface RunBy {
  readonly caller: Caller;
  readonly askedAt: Date;
}

/** Records the runs of tools, including failed ones. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly runs: ToolRunsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Runs a tool, and records the run when it has ended. */
  async of(
    { projectId, id: toolId }: Pick<Tool, 'projectId' | 'id'>,
    inputParameters: JsonObject,
    by: RunBy,
    work: () => Promise<ToolResults>,
  ): Promise<ToolResults> {
    const runById = by.caller.user_id;
    const run = { projectId, toolId, runById, inputParameters, startedAt: this.clock.now() };
    const began = this.clock.elapsed();
    const duration = () => Math.round(this.clock.elapsed() - began);
    try {
      const results = await work();
      await this.record(run, { resultCount: results.length, error: null, durationMs: duration() }, by);
      return results;
    } catch (error) {
      await this.record(run, { resultCount: 0, error: faultOf(error).message, durationMs: duration() }, by);
      throw error;
    }
  }

  private record(run: BegunRun, end: RunEnd, { caller, askedAt }: RunBy): Promise<void> {
    return this.database.transaction(async () => {
      await this.participants.keepAsOf(askedAt, run.projectId, caller);
      await this.runs.insert(ToolRun.ended(run, end));
    });
  }
}
