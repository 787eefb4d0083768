import { Inject, Injectable } from '@nestjs/common';
import { Integer, Text, type ToolType, Uuids } from '@pks/contracts';
import { LOG, LanguageModel, type Log, ModelFailed } from '@pks/platform';
import { AgentsConfig } from '../agents.config.ts';
import { configurationOf } from '../kinds/configurations.ts';
import { TokenBudget } from '../kinds/token-budget.ts';
import { ToolError } from '../kinds/tool-errors.ts';
import {
  type OfferedTool,
  type PreparedTool,
  type RunTerms,
  type ToolKind,
  type ToolResults,
  type ToolSettings,
  prepared,
} from '../kinds/tool-kind.ts';
import { Assignment, type Progress, type Report } from './assignment.ts';
import { instructionsOf } from './briefing.ts';
import { Toolbox } from './toolbox.ts';

/** A sub-agent may run another, which may not run a third. */
const DEEPEST = 1;
/** A sub-agent stops this long before its time limit, but not before half of it, and returns what it found so far. Milliseconds. */
const LEFT_MS = 5_000;
/** Types that a sub-agent runs only if its configuration names the tool: a web search sends data out of the installation, a sub-agent costs tokens. */
const NAMED_ONLY: readonly ToolType[] = ['websearch', 'sub_agent'];

class SubAgentSettings {
  @Text({ blank: true, default: '' })
  readonly instructions!: string;

  /** The tools to offer; by default all, except types that must be named. */
  @Uuids({ optional: true })
  readonly tool_ids?: readonly string[];

  @Integer({ min: 1, max: 20, default: 8 })
  readonly max_steps!: number;

  @Integer({ min: 1_000, max: 500_000, default: 50_000 })
  readonly max_tokens!: number;
}

class Task {
  @Text({
    max: 20_000,
    description: 'What to find out or to work on, with everything that has to be known for it.',
  })
  readonly task!: string;
}

/** Tools that give a task to a language model, which works on it with the project's other tools, as the caller (decisions 7). */
@Injectable()
export class SubAgents implements ToolKind {
  readonly isAvailable: boolean;

  constructor(
    private readonly model: LanguageModel,
    private readonly config: AgentsConfig,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.isAvailable = model.isConfigured;
  }

  prepare({ configuration }: ToolSettings): PreparedTool {
    const settings = configurationOf(SubAgentSettings, configuration);
    return prepared(Task, ({ task }, terms) => this.work(task, settings, terms));
  }

  private get workMs(): number {
    const { toolTimeLimitMs: limitMs } = this.config;
    return Math.max(limitMs - LEFT_MS, Math.floor(limitMs / 2));
  }

  private async work(task: string, settings: SubAgentSettings, terms: RunTerms): Promise<ToolResults> {
    const { depth, tools, signal } = terms;
    if (depth > DEEPEST) throw ToolError.of('too_deep', 'A sub-agent of a sub-agent runs no further one.');
    const offered = (await tools.list()).filter((tool) => isOffered(tool, settings, terms));
    const bounds = {
      maxSteps: settings.max_steps,
      budget: new TokenBudget(settings.max_tokens, terms.budget),
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.workMs)]),
    };
    const toolbox = new Toolbox(tools, offered);
    const instructions = instructionsOf(settings.instructions);
    try {
      const assignment = new Assignment(this.model, instructions, toolbox, bounds);
      return [await reportOf(assignment.work([{ role: 'user', content: task }]))];
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error;
      this.log.warn({ err: error }, 'the language model of a sub-agent failed');
      throw ToolError.of('model_failed', 'The language model did not answer. Try again in a moment.');
    }
  }
}

function isOffered(tool: OfferedTool, { tool_ids }: SubAgentSettings, terms: RunTerms): boolean {
  const { id, toolType } = tool;
  if (toolType === 'sub_agent' && terms.depth >= DEEPEST) return false;
  if (!NAMED_ONLY.includes(toolType)) return tool_ids?.includes(id) ?? true;
  return mayName(tool, terms) && (tool_ids?.includes(id) ?? false);
}

/** An imported sub-agent's owner named its tools, but does not decide what another project sends out or spends: that project must import these too. */
function mayName(tool: OfferedTool, { projectId, ownerProjectId }: RunTerms): boolean {
  return ownerProjectId === projectId || ownerProjectId === tool.ownerProjectId;
}

/** Runs the work to its end and returns its report. */
async function reportOf(work: AsyncGenerator<Progress, Report>): Promise<Report> {
  for (;;) {
    const { done, value } = await work.next();
    if (done) return value;
  }
}
