import { Injectable } from '@nestjs/common';
import type { Caller, JsonObject } from '@pks/contracts';
import { AgentsConfig } from '../agents.config.ts';
import { ToolError, asToolError } from '../kinds/tool-errors.ts';
import type { ProjectTools, RunTerms, RunWithin, ToolResults } from '../kinds/tool-kind.ts';
import { InjectToolKinds, type ToolKinds } from '../registry/tool-kinds.ts';
import type { Tool } from '../tools/tool.entity.ts';
import { ToolsRepository } from '../tools/tools.repository.ts';
import { MOST_TOOLS, ToolsService } from '../tools/tools.service.ts';
import { beforeAbort } from './before-abort.ts';
import { RunRecords } from './run-records.ts';

/** Who runs a tool, and what bounds the run beside its own time limit. */
export interface RunBounds extends RunWithin {
  readonly caller: Caller;
  /** How many tools run this one. */
  readonly depth?: number;
}

type Within = RunBounds & Pick<RunTerms, 'signal' | 'depth'>;

/** Runs tools, within their time limit, and records each run. */
@Injectable()
export class ToolRunning {
  constructor(
    private readonly service: ToolsService,
    private readonly tools: ToolsRepository,
    private readonly records: RunRecords,
    private readonly config: AgentsConfig,
    @InjectToolKinds() private readonly kinds: ToolKinds,
  ) {}

  /** @throws NotFound for an unknown tool; ToolError with the cause of a failed run. */
  async run(
    projectId: string,
    toolId: string,
    parameters: JsonObject,
    bounds: RunBounds,
  ): Promise<ToolResults> {
    const tool = await this.service.find({ project_id: projectId, tool_id: toolId });
    return this.records.of(tool, parameters, bounds.caller, () => this.results(tool, parameters, bounds));
  }

  private async results(tool: Tool, parameters: JsonObject, bounds: RunBounds): Promise<ToolResults> {
    const kind = this.kinds[tool.toolType];
    if (!kind.isAvailable) throw ToolError.notConfigured();
    const { toolTimeLimitMs: limitMs } = this.config;
    const limit = AbortSignal.timeout(limitMs);
    const signal = bounds.signal ? AbortSignal.any([bounds.signal, limit]) : limit;
    const { projectId } = tool;
    const within = { depth: 0, ...bounds, signal };
    const terms: RunTerms = { ...within, projectId, tools: this.toolsFor(tool, within) };
    try {
      const run = kind.prepare(tool.settings()).run(parameters, terms);
      return await beforeAbort(signal, run, () => ToolError.timedOut(limitMs / 1_000));
    } catch (error) {
      throw asToolError(error);
    }
  }

  /** The other tools of the project, one level deeper; none outlasts the run of this one. */
  private toolsFor({ projectId, id }: Tool, { caller, depth, ...bounds }: Within): ProjectTools {
    return {
      list: async () => {
        const all = await this.tools.all(projectId, MOST_TOOLS);
        return all
          .filter((tool) => tool.id !== id && this.kinds[tool.toolType].isAvailable)
          .map(this.offered);
      },
      run: (toolId, parameters, within = {}) => {
        const signal = within.signal ? AbortSignal.any([bounds.signal, within.signal]) : bounds.signal;
        const deeper = { ...bounds, ...within, signal, caller, depth: depth + 1 };
        return this.run(projectId, toolId, parameters, deeper);
      },
    };
  }

  private readonly offered = (tool: Tool) => {
    const { id, name, description, toolType } = tool;
    return {
      id,
      name,
      description,
      toolType,
      parameters: this.kinds[toolType].prepare(tool.settings()).parameters,
    };
  };
}
