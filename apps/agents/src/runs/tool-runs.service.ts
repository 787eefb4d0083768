import { Injectable } from '@nestjs/common';
import type { Caller, ListToolRuns, Page, RunTool, ToolRun } from '@pks/contracts';
import { Clock, Fault, isCallersFault } from '@pks/platform';
import type { ToolResults } from '../kinds/tool-kind.ts';
import { ToolsService } from '../tools/tools.service.ts';
import { ToolRunning } from './tool-running.ts';
import { ToolRunsRepository } from './tool-runs.repository.ts';

/** Runs tools for callers, and lists who ran them. */
@Injectable()
export class ToolRunsService {
  constructor(
    private readonly tools: ToolsService,
    private readonly running: ToolRunning,
    private readonly runs: ToolRunsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs the tool, outside any transaction: a run may take long. A fault of the caller is returned for `resultsOf`, as what that throws
   * is recorded under an idempotency key. @throws any other, as `ToolRunning.run`.
   */
  async prepare({ project_id, tool_id, parameters }: RunTool, caller: Caller): Promise<ToolResults | Fault> {
    const bounds = { caller, askedAt: this.clock.now() };
    return this.running.run(project_id, tool_id, parameters, bounds).catch(callersFault);
  }

  /** What the run that was prepared returned. @throws the fault of the caller with which it failed. */
  async resultsOf(outcome: ToolResults | Fault): Promise<ToolResults> {
    if (outcome instanceof Fault) throw outcome;
    return outcome;
  }

  /** @throws NotFound for an unknown tool. */
  async list(request: ListToolRuns): Promise<Page<ToolRun>> {
    await this.tools.find(request);
    return this.runs.list(request);
  }
}

/** @throws the others; a run that did not begin because its caller had lost their access may do so once they have it again. */
function callersFault(error: unknown): Fault {
  if (!(error instanceof Fault) || error.data.kind === 'forbidden') throw error;
  if (isCallersFault(error.data.kind)) return error;
  throw error;
}
