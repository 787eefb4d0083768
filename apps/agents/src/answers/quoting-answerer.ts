import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@pks/contracts';
import type { ToolResults } from '../kinds/tool-kind.ts';
import { ToolRunning } from '../runs/tool-running.ts';
import type { Tool } from '../tools/tool.entity.ts';
import { ToolCatalogs } from '../tools/tool-catalogs.ts';
import { ToolsRepository } from '../tools/tools.repository.ts';
import { MOST_TOOLS } from '../tools/tools.service.ts';
import { type AnswerPart, type Asked, Answerer } from './answerer.ts';
import { quoted } from './quoted.ts';

/** The longest question that tools search for. Characters. */
const LONGEST_QUERY = 2_000;
/** How many passages are searched for. */
const PASSAGES = 5;

const NO_SEARCH = 'This project has no tool that searches its knowledge.';

/** Answers without a language model: quotes the best passages that the project's search finds, with their sources. */
@Injectable()
export class QuotingAnswerer extends Answerer {
  constructor(
    private readonly catalogs: ToolCatalogs,
    private readonly tools: ToolsRepository,
    private readonly running: ToolRunning,
  ) {
    super();
  }

  override async *answer(asked: Asked): AsyncGenerator<AnswerPart> {
    const tool = await this.searchOf(asked);
    if (tool) yield* this.quote(tool, asked);
    else yield { type: 'message', content: NO_SEARCH };
  }

  private async *quote(tool: Tool, asked: Asked): AsyncGenerator<AnswerPart> {
    const inputParameters = { query: asked.content.slice(0, LONGEST_QUERY).toWellFormed(), top_k: PASSAGES };
    const results = await this.search(tool, inputParameters, asked);
    yield { type: 'tool_call', content: tool.name, toolType: tool.toolType, inputParameters, results };
    yield { type: 'message', content: quoted(results) };
  }

  /** The project's oldest tool that finds passages. */
  private async searchOf({ projectId, caller: { user_id: userId } }: Asked): Promise<Tool | undefined> {
    await this.catalogs.ensure({ projectId, userId });
    const tools = await this.tools.all(projectId, MOST_TOOLS);
    return tools.find(({ retrievalMode }) => retrievalMode === 'semantic-chunks');
  }

  private search(
    { projectId, id }: Tool,
    parameters: JsonObject,
    { caller, signal }: Asked,
  ): Promise<ToolResults> {
    return this.running.run(projectId, id, parameters, { caller, signal });
  }
}
