import type { JsonObject } from '@pks/contracts';
import { type CallableFunction, Fault, type FaultData, type FunctionCall, faultOf } from '@pks/platform';
import { boundedText } from '../kinds/bounded-text.ts';
import type { OfferedTool, ProjectTools, RunWithin, ToolResults } from '../kinds/tool-kind.ts';
import { dataOf } from './briefing.ts';
import { argumentsIn } from './call-arguments.ts';
import { type OfferedFunction, functionsOf } from './offered-functions.ts';

/** The longest error message of a call. Characters. */
const LONGEST_SENTENCE = 2_000;

/** A call of a tool that a sub-agent made, or tried to make. */
export interface Step {
  /** Null if the sub-agent has no such tool. */
  readonly tool_id: string | null;
  readonly tool_name: string;
  readonly input_parameters: JsonObject;
  readonly status: 'success' | 'error';
  readonly result_count: number;
}

/** A tool that ran, and its results; if the run failed, the error. */
export interface Ran {
  readonly tool: OfferedTool;
  readonly results: ToolResults;
}

/** The outcome of a call: the step, the content that the model reads, and the tool that ran; null if none did. */
export interface Outcome {
  readonly step: Step;
  readonly content: string;
  readonly ran: Ran | null;
}

/** The tools that a model may call. Whatever it asks for, the tool checks the parameters and the caller's permissions. */
export class Toolbox {
  readonly functions: readonly CallableFunction[];
  private readonly offered: ReadonlyMap<string, OfferedFunction>;

  constructor(
    private readonly tools: ProjectTools,
    offered: readonly OfferedTool[],
  ) {
    this.offered = functionsOf(offered);
    this.functions = [...this.offered.values()].map(({ callable }) => callable);
  }

  /** The name of a tool's function; undefined if no tool of this name is offered. */
  nameOf(toolName: string): string | undefined {
    return [...this.offered.values()].find(({ tool }) => tool.name === toolName)?.callable.name;
  }

  /** Runs the tool that a model called. An error in the call is an outcome too, which the model reads. */
  async run(call: FunctionCall, within: RunWithin): Promise<Outcome> {
    const tool = this.offered.get(call.name)?.tool;
    if (!tool) return refused(call.name, null, {}, 'There is no function of this name.');
    const parameters = argumentsIn(call.arguments);
    if (!parameters)
      return refused(tool.name, tool.id, {}, 'The arguments are no JSON object of plain values.');
    try {
      const results = await this.tools.run(tool.id, parameters, within);
      const done = { status: 'success', result_count: results.length } as const;
      const step = { tool_id: tool.id, tool_name: tool.name, input_parameters: parameters, ...done };
      return { step, content: dataOf(results), ran: { tool, results } };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const sentence = sentenceOf(faultOf(error));
      const outcome = refused(tool.name, tool.id, parameters, sentence);
      return { ...outcome, ran: { tool, results: [{ status: 'error', message: sentence }] } };
    }
  }
}

function refused(
  name: string,
  tool_id: string | null,
  input_parameters: JsonObject,
  sentence: string,
): Outcome {
  const tool_name = boundedText(name, 255);
  const step = { tool_id, tool_name, input_parameters, status: 'error', result_count: 0 } as const;
  return { step, content: `Error: ${sentence}`, ran: null };
}

function sentenceOf({ message, fields }: FaultData): string {
  return boundedText(fields ? JSON.stringify(fields) : message, LONGEST_SENTENCE);
}
