import { Injectable } from '@nestjs/common';
import { beginningOf } from '@pks/contracts';
import type { OfferedTool } from '../kinds/tool-kind.ts';
import { OfferedTools } from '../runs/offered-tools.ts';
import { ToolRunning } from '../runs/tool-running.ts';
import { type AnswerPart, type Asked, Answerer } from './answerer.ts';
import { MOST_QUOTES, quoted } from './quoted.ts';
import { sourcesOf } from './sources.ts';

/** The longest question that tools search for. Characters. */
const LONGEST_QUERY = 2_000;
/** How many passages a search asks for. */
const PASSAGES = 5;

const NO_SEARCH = 'This project has no tool that searches its knowledge.';

/** Answers without a language model: quotes the best passages that the project's search finds, with their sources. */
@Injectable()
export class QuotingAnswerer extends Answerer {
  constructor(
    private readonly offered: OfferedTools,
    private readonly running: ToolRunning,
  ) {
    super();
  }

  override async *answer(asked: Asked): AsyncGenerator<AnswerPart> {
    const query = beginningOf(asked.content.trim(), LONGEST_QUERY);
    const begun = asked.begun.find((part) => isSearchFor(query, part));
    if (begun) yield quoting(begun);
    else yield* this.search(query, asked);
  }

  private async *search(query: string, asked: Asked): AsyncGenerator<AnswerPart> {
    const search = await this.searchOf(asked);
    if (search) {
      const call = await this.found(search, query, asked);
      yield call;
      yield quoting(call);
    } else yield { type: 'message', content: NO_SEARCH };
  }

  /** The project's oldest tool that finds passages. */
  private async searchOf({
    projectId,
    caller: { user_id: userId },
  }: Asked): Promise<OfferedTool | undefined> {
    const tools = await this.offered.of({ projectId, userId });
    return tools.find(({ retrievalMode }) => retrievalMode === 'semantic-chunks');
  }

  /** @throws Forbidden if the asker may no longer view the project: a language model may have worked for long before. */
  private async found(
    { id, name: content, toolType }: OfferedTool,
    query: string,
    { projectId, caller, askedAt, signal }: Asked,
  ): Promise<AnswerPart> {
    const inputParameters = { query, top_k: PASSAGES };
    const tools = this.running.toolsOf(projectId, { caller, askedAt, signal });
    const results = await tools.run(id, inputParameters);
    return { type: 'tool_call', content, toolType, inputParameters, results };
  }
}

/** Whether a part of an answer is a search for passages with this query, whether or not it found any. */
function isSearchFor(query: string, { toolType, inputParameters, results = [] }: AnswerPart): boolean {
  if (toolType !== 'retrieval' || inputParameters?.['query'] !== query) return false;
  return results.every(({ text }) => typeof text === 'string');
}

function quoting({ results = [] }: AnswerPart): AnswerPart {
  return { type: 'message', content: quoted(results), results: sourcesOf(results.slice(0, MOST_QUOTES)) };
}
