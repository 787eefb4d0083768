import { Inject, Injectable } from '@nestjs/common';
import { LOG, LanguageModel, type Log, ModelFailed, type WorkMessage } from '@pks/platform';
import { AgentsConfig } from '../agents.config.ts';
import { TokenBudget } from '../kinds/token-budget.ts';
import type { OfferedTool } from '../kinds/tool-kind.ts';
import { ToolRunning } from '../runs/tool-running.ts';
import { Assignment, type Progress, type Report } from '../sub-agents/assignment.ts';
import { Toolbox } from '../sub-agents/toolbox.ts';
import { CUT, INSTRUCTIONS, NO_ANSWER, NO_MODEL } from './answer-briefing.ts';
import { type AnswerPart, type Asked, Answerer } from './answerer.ts';
import { EarlierMessagesRepository } from './earlier-messages.repository.ts';
import { historyOf } from './history.ts';
import { QuotingAnswerer } from './quoting-answerer.ts';
import { callsIn, wordsOf } from './resumption.ts';
import { sourcesOf } from './sources.ts';

/** Calls of tools for an answer, those of all processes that worked on it together. */
const MOST_CALLS = 8;
/** Of all requests for an answer, those of sub-agents included. */
const MOST_TOKENS = 100_000;

/** Answers with a language model, which looks up what it needs with the project's tools, as the asker. Without its answer, the project's search is quoted. */
@Injectable()
export class ModelAnswerer extends Answerer {
  constructor(
    private readonly model: LanguageModel,
    private readonly running: ToolRunning,
    private readonly earlier: EarlierMessagesRepository,
    private readonly quoting: QuotingAnswerer,
    private readonly config: AgentsConfig,
    @Inject(LOG) private readonly log: Log,
  ) {
    super();
  }

  override async *answer(asked: Asked): AsyncGenerator<AnswerPart> {
    const parts = [...asked.begun];
    for await (const part of this.work(asked, parts)) {
      yield part;
      if (part.type === 'message') return;
      parts.push(part);
    }
  }

  /** The parts of the answer after those before them, which grow with each that is yielded. */
  private async *work(asked: Asked, before: readonly AnswerPart[]): AsyncGenerator<AnswerPart> {
    let missing = NO_ANSWER;
    try {
      const working = await this.begin(asked);
      let next = await working.next();
      for (; !next.done; next = await working.next()) yield* partsOf(next.value);
      yield* messagesOf(next.value, before);
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error;
      this.log.warn({ err: error }, 'the language model failed to answer a question');
      missing = NO_MODEL;
    }
    for await (const part of this.quoting.answer({ ...asked, begun: before }))
      yield part.type === 'message' ? { ...part, content: `${missing} ${part.content}` } : part;
  }

  /** The work of the model, which has yet to begin. */
  private async begin(asked: Asked): Promise<AsyncGenerator<Progress, Report>> {
    const { projectId, caller, content, begun } = asked;
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(this.config.answerModelTimeMs)]);
    const tools = this.running.toolsOf(projectId, { caller, signal });
    const toolbox = new Toolbox(tools, (await tools.list()).filter(isOffered));
    const maxSteps = Math.max(0, MOST_CALLS - callsIn(begun).length);
    const bounds = { maxSteps, budget: new TokenBudget(MOST_TOKENS), signal };
    const messages: readonly WorkMessage[] = [
      ...historyOf(await this.earlier.before(asked)),
      { role: 'user', content },
      ...wordsOf(begun, (toolName) => toolbox.nameOf(toolName)),
    ];
    return new Assignment(this.model, INSTRUCTIONS, toolbox, bounds).work(messages);
  }
}

/** A web search takes what the model writes out of the installation: only a sub-agent that names it runs one. */
function isOffered({ toolType }: OfferedTool): boolean {
  return toolType !== 'websearch';
}

/** What is recorded of the work: what the model considered, and the tools that ran. */
function partsOf(progress: Progress): readonly AnswerPart[] {
  if ('thought' in progress) return [{ type: 'reasoning_flow', content: progress.thought }];
  const { ran, step } = progress.outcome;
  if (!ran) return [];
  const { name: content, toolType } = ran.tool;
  const { input_parameters: inputParameters } = step;
  return [{ type: 'tool_call', content, toolType, inputParameters, results: ran.results }];
}

/** The answer of the model with its sources, if it gave one. */
function messagesOf({ answer, ended_by }: Report, parts: readonly AnswerPart[]): readonly AnswerPart[] {
  if (answer === null) return [];
  const content = ended_by === 'length' ? `${answer}\n\n${CUT}` : answer;
  const results = sourcesOf(callsIn(parts).flatMap((call) => call.results ?? []));
  return [{ type: 'message', content, results }];
}
