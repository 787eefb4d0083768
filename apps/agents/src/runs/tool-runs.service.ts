import { Injectable } from '@nestjs/common';
import type { Caller, ListToolRuns, Page, RunTool, ToolRun } from '@pks/contracts';
import { Clock } from '@pks/platform';
import type { ToolResults } from '../kinds/tool-kind.ts';
import { ToolsService } from '../tools/tools.service.ts';
import { ToolRunning } from './tool-running.ts';
import { ToolRunsRepository } from './tool-runs.repository.ts';

/** Runs tools for callers, and lists who ran them. */
@Injectable()
export class ToolRunsService {
  private readonly results = new WeakMap<RunTool, ToolResults>();

  constructor(
    private readonly tools: ToolsService,
    private readonly running: ToolRunning,
    private readonly runs: ToolRunsRepository,
    private readonly clock: Clock,
  ) {}

  /** Runs the tool, outside any transaction: a run may take long. @throws as `ToolRunning.run`. */
  async prepare(request: RunTool, caller: Caller): Promise<void> {
    const { project_id, tool_id, parameters } = request;
    const bounds = { caller, askedAt: this.clock.now() };
    this.results.set(request, await this.running.run(project_id, tool_id, parameters, bounds));
  }

  /** What the run that was prepared returned. */
  async resultsOf(request: RunTool): Promise<ToolResults> {
    return this.results.get(request) ?? [];
  }

  /** @throws NotFound for an unknown tool. */
  async list(request: ListToolRuns): Promise<Page<ToolRun>> {
    await this.tools.find(request);
    return this.runs.list(request);
  }
}
