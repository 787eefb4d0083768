import { Injectable } from '@nestjs/common';
import { LanguageModel, type WorkMessage } from '@pks/platform';
import { AgentsConfig } from '../agents.config.ts';
import { TokenBudget } from '../kinds/token-budget.ts';
import type { OfferedTool } from '../kinds/tool-kind.ts';
import { ToolRunning } from '../runs/tool-running.ts';
import { Assignment, type Progress, type Report } from '../sub-agents/assignment.ts';
import { Toolbox } from '../sub-agents/toolbox.ts';
import { INSTRUCTIONS } from './answer-briefing.ts';
import type { Asked } from './answerer.ts';
import { EarlierMessagesRepository } from './earlier-messages.repository.ts';
import { historyOf } from './history.ts';
import { callsIn, wordsOf } from './resumption.ts';

/** The most calls of tools for an answer, including those that other processes recorded. */
const MOST_CALLS = 8;
/** The most tokens of all requests for an answer, including those of sub-agents. */
const MOST_TOKENS = 100_000;

/** Has a language model work on answers, with the project's tools and the asker's permissions. */
@Injectable()
export class ModelWork {
  constructor(
    private readonly model: LanguageModel,
    private readonly running: ToolRunning,
    private readonly earlier: EarlierMessagesRepository,
    private readonly config: AgentsConfig,
  ) {}

  /** Yields what the model says and calls, after the recorded parts of the answer, until it answers or reaches a bound. @throws ModelFailed */
  async *on(asked: Asked): AsyncGenerator<Progress, Report> {
    const { projectId, caller, askedAt, content, begun } = asked;
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(this.config.answerModelTimeMs)]);
    const tools = this.running.toolsOf(projectId, { caller, askedAt, signal });
    const toolbox = new Toolbox(tools, (await tools.list()).filter(isOffered));
    const maxSteps = Math.max(0, MOST_CALLS - callsIn(begun).length);
    const bounds = { maxSteps, budget: new TokenBudget(MOST_TOKENS), signal };
    const messages: readonly WorkMessage[] = [
      ...historyOf(await this.earlier.before(asked)),
      { role: 'user', content },
      ...wordsOf(begun, (toolName) => toolbox.nameOf(toolName)),
    ];
    return yield* new Assignment(this.model, INSTRUCTIONS, toolbox, bounds).work(messages);
  }
}

/** A web search sends what the model writes out of the installation: only a sub-agent that names the tool may run it. */
function isOffered({ toolType }: OfferedTool): boolean {
  return toolType !== 'websearch';
}
