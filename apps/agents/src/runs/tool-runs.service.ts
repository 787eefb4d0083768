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
   * Runs the tool outside any transaction, because a run may take long. Returns a fault of the caller, which `resultsOf` throws, so
   * that it is recorded under an idempotency key. @throws other errors, as `ToolRunning.run`.
   */
  async prepare({ project_id, tool_id, parameters }: RunTool, caller: Caller): Promise<ToolResults | Fault> {
    const bounds = { caller, askedAt: this.clock.now() };
    return this.running.run(project_id, tool_id, parameters, bounds).catch(callersFault);
  }

  /** The results of the run that `prepare` made. @throws the fault of the caller with which it failed. */
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

/** The fault, if the caller's. @throws other errors, and Forbidden: a caller who regains their access may repeat the run with the same key. */
function callersFault(error: unknown): Fault {
  if (!(error instanceof Fault) || error.data.kind === 'forbidden') throw error;
  if (isCallersFault(error.data.kind)) return error;
  throw error;
}
