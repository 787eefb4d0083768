import { Inject, Injectable } from '@nestjs/common';
import { Fault, LOG, type Log, ModelFailed } from '@pks/platform';
import type { Progress, Report } from '../sub-agents/assignment.ts';
import { BUSY, CUT, NO_ANSWER, NO_MODEL } from './answer-briefing.ts';
import { type AnswerPart, type Asked, Answerer } from './answerer.ts';
import { ModelTurns } from './model-turns.ts';
import { ModelWork } from './model-work.ts';
import { QuotingAnswerer } from './quoting-answerer.ts';
import { callsIn } from './resumption.ts';
import { sourcesOf } from './sources.ts';

/** Answers with a language model. If the model gives no answer, quotes the project's search, after a sentence that says why. */
@Injectable()
export class ModelAnswerer extends Answerer {
  constructor(
    private readonly model: ModelWork,
    private readonly turns: ModelTurns,
    private readonly quoting: QuotingAnswerer,
    @Inject(LOG) private readonly log: Log,
  ) {
    super();
  }

  override async *answer(asked: Asked): AsyncGenerator<AnswerPart> {
    const parts = [...asked.begun];
    const missing = yield* this.modelled(asked, parts);
    if (missing === null) return;
    for await (const part of this.quoting.answer({ ...asked, begun: parts }))
      yield part.type === 'message' ? { ...part, content: `${missing} ${part.content}` } : part;
  }

  /** Yields the parts of the model's answer and appends them to `parts`. Returns null, or a sentence that says why there is no answer. */
  private async *modelled(asked: Asked, parts: AnswerPart[]): AsyncGenerator<AnswerPart, string | null> {
    const leave = await this.enter(asked);
    if (!leave) return BUSY;
    try {
      const working = this.model.on(asked);
      let next = await working.next();
      for (; !next.done; next = await working.next()) {
        for (const part of partsOf(next.value)) {
          yield part;
          parts.push(part);
        }
      }
      const message = messageOf(next.value, parts);
      if (message) yield message;
      return message ? null : NO_ANSWER;
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error;
      this.log.warn({ err: error }, 'the language model failed to answer a question');
      return NO_MODEL;
    } finally {
      leave();
    }
  }

  /** Begins a turn and returns the function that ends it; undefined when models are working on too many answers. */
  private async enter({ projectId }: Asked): Promise<(() => void) | undefined> {
    try {
      return await this.turns.enter(projectId);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return undefined;
    }
  }
}

/** The parts to record of the model's progress: a thought, or a tool that ran. */
function partsOf(progress: Progress): readonly AnswerPart[] {
  if ('thought' in progress) return [{ type: 'reasoning_flow', content: progress.thought }];
  const { ran, step } = progress.outcome;
  if (!ran) return [];
  const { name: content, toolType } = ran.tool;
  const { input_parameters: inputParameters } = step;
  return [{ type: 'tool_call', content, toolType, inputParameters, results: ran.results }];
}

/** The model's answer with its sources; undefined if it gave none. */
function messageOf({ answer, ended_by }: Report, parts: readonly AnswerPart[]): AnswerPart | undefined {
  if (answer === null) return undefined;
  const content = ended_by === 'length' ? `${answer}\n\n${CUT}` : answer;
  const results = sourcesOf(callsIn(parts).flatMap((call) => call.results ?? []));
  return { type: 'message', content, results };
}
