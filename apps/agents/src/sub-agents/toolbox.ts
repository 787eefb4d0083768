import type { JsonObject } from '@pks/contracts';
import { type CallableFunction, Fault, type FaultData, type FunctionCall, faultOf } from '@pks/platform';
import { boundedText } from '../kinds/bounded-text.ts';
import type { OfferedTool, ProjectTools, RunWithin, ToolResults } from '../kinds/tool-kind.ts';
import { dataOf } from './briefing.ts';
import { argumentsIn } from './call-arguments.ts';
import { type OfferedFunction, functionsOf } from './offered-functions.ts';

/** The longest sentence about what is wrong with a call. Characters. */
const LONGEST_SENTENCE = 2_000;

/** A call of a tool that a sub-agent made, or tried to make. */
export interface Step {
  /** Null for a tool that it does not have. */
  readonly tool_id: string | null;
  readonly tool_name: string;
  readonly input_parameters: JsonObject;
  readonly status: 'success' | 'error';
  readonly result_count: number;
}

/** A tool that ran, and what it returned; of a failed run that is the error. */
export interface Ran {
  readonly tool: OfferedTool;
  readonly results: ToolResults;
}

/** What came of a call: the step, what the model reads of it, and the run of the tool; null where none ran. */
export interface Outcome {
  readonly step: Step;
  readonly content: string;
  readonly ran: Ran | null;
}

/** The tools that a model may call. Whatever it asks for, a tool checks the parameters and what the caller may do. */
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

  /** The name of the function of a tool; undefined where no tool of this name is offered. */
  nameOf(toolName: string): string | undefined {
    return [...this.offered.values()].find(({ tool }) => tool.name === toolName)?.callable.name;
  }

  /** Runs what a model called; what is wrong with the call is an outcome, which the model reads. */
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
