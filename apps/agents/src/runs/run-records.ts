import { Injectable } from '@nestjs/common';
import type { Caller, JsonObject } from '@pks/contracts';
import { Clock, Database, ParticipantsRepository, faultOf } from '@pks/platform';
import type { ToolResults } from '../kinds/tool-kind.ts';
import type { Tool } from '../tools/tool.entity.ts';
import { type BegunRun, type RunEnd, ToolRun } from './tool-run.entity.ts';
import { ToolRunsRepository } from './tool-runs.repository.ts';

/** Records the runs of tools, failed ones too. */
@Injectable()
export class RunRecords {
  constructor(
    private readonly runs: ToolRunsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Runs a tool, and records that when it has ended. */
  async of(
    { projectId, id: toolId }: Pick<Tool, 'projectId' | 'id'>,
    inputParameters: JsonObject,
    caller: Caller,
    work: () => Promise<ToolResults>,
  ): Promise<ToolResults> {
    const run = { projectId, toolId, runById: caller.user_id, inputParameters, startedAt: this.clock.now() };
    try {
      const results = await work();
      await this.record(run, { resultCount: results.length, error: null }, caller);
      return results;
    } catch (error) {
      await this.record(run, { resultCount: 0, error: faultOf(error).message }, caller);
      throw error;
    }
  }

  private record(run: BegunRun, end: RunEnd, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      await this.participants.keep(run.projectId, caller);
      await this.runs.insert(ToolRun.ended(run, end, this.clock.now()));
    });
  }
}
