import type { JsonObject } from '@pks/contracts';
import { type CallableFunction, Fault, type FaultData, type FunctionCall, faultOf } from '@pks/platform';
import { boundedText } from '../kinds/bounded-text.ts';
import type { OfferedTool, ProjectTools, RunWithin } from '../kinds/tool-kind.ts';
import { dataOf } from './briefing.ts';
import { argumentsIn } from './call-arguments.ts';
import { type OfferedFunction, functionsOf } from './offered-functions.ts';

/** A call of a tool that a sub-agent made, or tried to make. */
export interface Step {
  /** Null for a tool that it does not have. */
  readonly tool_id: string | null;
  readonly tool_name: string;
  readonly input_parameters: JsonObject;
  readonly status: 'success' | 'error';
  readonly result_count: number;
}

/** What came of a call: the step, and what the model reads of it. */
export interface Outcome {
  readonly step: Step;
  readonly content: string;
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
      return { step, content: dataOf(results) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return refused(tool.name, tool.id, parameters, sentenceOf(faultOf(error)));
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
  return { step, content: `Error: ${boundedText(sentence, 2_000)}` };
}

function sentenceOf({ message, fields }: FaultData): string {
  return fields ? JSON.stringify(fields) : message;
}
