import type { JsonObject } from '@pks/contracts';
import { type Completion, type LanguageModel, ModelFailed, type WorkMessage } from '@pks/platform';
import { boundedText } from '../kinds/bounded-text.ts';
import type { TokenBudget } from '../kinds/token-budget.ts';
import { NO_CALLS_LEFT } from './briefing.ts';
import type { Outcome, Step, Toolbox } from './toolbox.ts';

/** The longest answer. Characters. */
const LONGEST_ANSWER = 100_000;
/** The assumed length of a token, if a server does not count them. Bytes. */
const BYTES_OF_TOKEN = 4;
/** With fewer tokens left for the answer, the model is not asked. */
const LEAST_ANSWER = 200;

/** What ended the work: the model's answer, its own limit, or a bound of the work. */
export type WorkEnd = 'answer' | 'length' | 'steps' | 'tokens' | 'time';

/** The result of the work, and what it took. */
export interface Report extends JsonObject {
  /** Null if the work ended without an answer. */
  readonly answer: string | null;
  readonly ended_by: WorkEnd;
  readonly steps: readonly Step[];
  readonly usage: { readonly requests: number; readonly total_tokens: number };
}

/** A step of the work: what the model said before its calls, or the outcome of a call. */
export type Progress = { readonly thought: string } | { readonly outcome: Outcome };

/** The bounds of the work. */
export interface WorkBounds {
  /** The most calls of tools; failed calls count. */
  readonly maxSteps: number;
  /** Checked before each request: the last answer may exceed it. */
  readonly budget: TokenBudget;
  readonly signal: AbortSignal;
}

/** One task that a model works on with tools. */
export class Assignment {
  private readonly steps: Step[] = [];
  private readonly messages: WorkMessage[] = [];
  private requests = 0;

  constructor(
    private readonly model: LanguageModel,
    private readonly instructions: string,
    private readonly toolbox: Toolbox,
    private readonly bounds: WorkBounds,
  ) {}

  /**
   * Asks the model, makes the calls that it asks for, and asks again, until it answers or a bound is reached. Yields each
   * step before the next one begins. @throws ModelFailed
   */
  async *work(messages: readonly WorkMessage[]): AsyncGenerator<Progress, Report> {
    this.messages.push(...messages);
    for (;;) {
      const isLast = this.steps.length >= this.bounds.maxSteps;
      if (isLast) this.messages.push({ role: 'user', content: NO_CALLS_LEFT });
      const completion = await this.ask(isLast);
      if (typeof completion === 'string') return this.report('', completion);
      const { text, calls, isCut } = completion;
      if (isCut) return this.report(text, 'length');
      if (isLast || calls.length === 0) return this.report(text, isLast ? 'steps' : 'answer');
      yield* this.makeCalls(completion);
    }
  }

  /** The next completion, or the bound that prevents it. */
  private async ask(isLast: boolean): Promise<Completion | 'tokens' | 'time'> {
    const { budget, signal } = this.bounds;
    const functions = isLast ? [] : this.toolbox.functions;
    const prompt = { instructions: this.instructions, messages: this.messages, functions };
    if (signal.aborted) return 'time';
    if (tokensOf(prompt) + LEAST_ANSWER > budget.left) return 'tokens';
    try {
      this.requests += 1;
      const completion = await this.model.complete(prompt, signal);
      budget.spend(completion.tokens ?? tokensOf(prompt) + tokensOf(completion));
      return completion;
    } catch (error) {
      if (error instanceof ModelFailed && isAborted(signal)) return 'time';
      throw error;
    }
  }

  /** Makes the calls that the bounds allow. Answers each of the others with a sentence, because models need a result for every call. */
  private async *makeCalls({ text: content, calls }: Completion): AsyncGenerator<Progress, void> {
    this.messages.push({ role: 'assistant', content, calls });
    if (content.trim() !== '') yield { thought: boundedText(content, LONGEST_ANSWER) };
    for (const call of calls) {
      const callId = call.id;
      if (this.steps.length >= this.bounds.maxSteps || isAborted(this.bounds.signal)) {
        this.messages.push({ role: 'tool', callId, content: 'Error: no calls are left.' });
        continue;
      }
      const outcome = await this.toolbox.run(call, this.bounds);
      this.steps.push(outcome.step);
      this.messages.push({ role: 'tool', callId, content: outcome.content });
      yield { outcome };
    }
  }

  private report(text: string, ended_by: WorkEnd): Report {
    const answer = text.trim() === '' ? null : boundedText(text, LONGEST_ANSWER);
    const usage = { requests: this.requests, total_tokens: this.bounds.budget.used };
    return { answer, ended_by, steps: this.steps, usage };
  }
}

/** Roughly how many tokens a value takes. */
function tokensOf(value: object): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / BYTES_OF_TOKEN);
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
