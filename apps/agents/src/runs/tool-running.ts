import { Injectable } from '@nestjs/common';
import type { Caller, JsonObject } from '@pks/contracts';
import { AgentsConfig } from '../agents.config.ts';
import { ToolError, asToolError } from '../kinds/tool-errors.ts';
import type { ProjectTools, RunTerms, RunWithin, ToolResults } from '../kinds/tool-kind.ts';
import { InjectToolKinds, type ToolKinds } from '../registry/tool-kinds.ts';
import type { Tool } from '../tools/tool.entity.ts';
import { ToolsService } from '../tools/tools.service.ts';
import { beforeAbort } from './before-abort.ts';
import { CallerStanding } from './caller-standing.ts';
import { OfferedTools } from './offered-tools.ts';
import { RunRecords } from './run-records.ts';

/** Who runs a tool, and the bounds on the run besides its own time limit. */
export interface RunBounds extends RunWithin {
  readonly caller: Caller;
  /** When the caller asked for the run: since then their e-mail may have changed. */
  readonly askedAt: Date;
  /** How many tools this run is nested in. */
  readonly depth?: number;
}

type Within = RunBounds & Pick<RunTerms, 'signal' | 'depth'>;

/** Runs tools, within their time limit, and records each run. */
@Injectable()
export class ToolRunning {
  constructor(
    private readonly service: ToolsService,
    private readonly offered: OfferedTools,
    private readonly records: RunRecords,
    private readonly standing: CallerStanding,
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
    return this.records.of(tool, parameters, bounds, () => this.results(tool, parameters, bounds));
  }

  private async results(tool: Tool, parameters: JsonObject, bounds: RunBounds): Promise<ToolResults> {
    const kind = this.kinds[tool.toolType];
    if (!kind.isAvailable) throw ToolError.notConfigured();
    const { toolTimeLimitMs: limitMs } = this.config;
    const limit = AbortSignal.timeout(limitMs);
    const signal = bounds.signal ? AbortSignal.any([bounds.signal, limit]) : limit;
    const { projectId, ownerProjectId } = tool;
    const within = { depth: 0, ...bounds, signal };
    const assertMayView = () => this.standing.assertMayView(projectId, bounds.caller);
    const tools = this.toolsFor(tool, within);
    const terms: RunTerms = { ...within, projectId, ownerProjectId, tools, assertMayView };
    try {
      const run = kind.prepare(tool.settings()).run(parameters, terms);
      return await beforeAbort(signal, run, () => ToolError.timedOut(limitMs / 1_000));
    } catch (error) {
      throw asToolError(error);
    }
  }

  /** The tools of a project, for a caller. The bounds hold for all runs together; a run is refused once the caller may not view the project. */
  toolsOf(projectId: string, { signal: whole, ...bounds }: RunBounds): ProjectTools {
    return {
      list: () => this.offered.of({ projectId, userId: bounds.caller.user_id }),
      run: async (toolId, parameters, { signal: own, ...within } = {}) => {
        await this.standing.assertMayView(projectId, bounds.caller);
        const signal = AbortSignal.any([whole, own].filter((one) => one !== undefined));
        return this.run(projectId, toolId, parameters, { ...bounds, ...within, signal });
      },
    };
  }

  /** The project's other tools, one level deeper; none of their runs outlasts the run of this tool. */
  private toolsFor({ projectId, id }: Tool, { depth, ...bounds }: Within): ProjectTools {
    const all = this.toolsOf(projectId, { ...bounds, depth: depth + 1 });
    return { ...all, list: async () => (await all.list()).filter((tool) => tool.id !== id) };
  }
}
