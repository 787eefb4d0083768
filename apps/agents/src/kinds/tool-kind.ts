import {
  type Caller,
  type JsonObject,
  type MessageClass,
  type RetrievalMode,
  type ToolParameter,
  type ToolType,
} from '@pks/contracts';
import { parserOf } from '@pks/platform';
import { parametersOf } from './parameters.ts';
import type { TokenBudget } from './token-budget.ts';

/** What a run returns: objects whose fields depend on the tool. */
export type ToolResults = readonly JsonObject[];

/** A tool as models see it. */
export interface OfferedTool {
  readonly id: string;
  /** Another project than the one that offers it, where that imported it. */
  readonly ownerProjectId: string;
  readonly name: string;
  readonly description: string;
  readonly toolType: ToolType;
  readonly retrievalMode: RetrievalMode | null;
  readonly parameters: readonly ToolParameter[];
}

/** What bounds the run of a tool by another, beside its own bounds. */
export interface RunWithin {
  readonly signal?: AbortSignal;
  readonly budget?: TokenBudget;
}

/** The tools of a project, for the caller for whom they run. */
export interface ProjectTools {
  list(): Promise<readonly OfferedTool[]>;
  /** Runs one of them, which is recorded. @throws Fault */
  run(id: string, parameters: JsonObject, within?: RunWithin): Promise<ToolResults>;
}

/** Under what a tool runs. */
export interface RunTerms {
  readonly projectId: string;
  /** The project that owns the tool: another one where it is imported, whose admins may change it. */
  readonly ownerProjectId: string;
  /** For whom it runs: it reads what they may read, and nothing else. */
  readonly caller: Caller;
  /** Aborts when the run has to end. */
  readonly signal: AbortSignal;
  /** How many tools run this one: 0 when somebody ran it themselves. */
  readonly depth: number;
  /** The tokens of language models that are left for it; without it, as many as it is configured to use. */
  readonly budget?: TokenBudget;
  readonly tools: ProjectTools;
  /** For work that has waited before it begins. @throws Forbidden for a caller who may not view the project any more. */
  readonly assertMayView: () => Promise<void>;
}

/** A tool whose configuration is valid: ready to run. */
export interface PreparedTool {
  readonly parameters: readonly ToolParameter[];
  /** @throws Invalid for parameters that are missing, unknown or wrong; any other Fault. */
  run(parameters: JsonObject, terms: RunTerms): Promise<ToolResults>;
}

/** What a tool is configured by. */
export interface ToolSettings {
  readonly retrievalMode: RetrievalMode | null;
  readonly configuration: JsonObject;
}

/** One type of tool. */
export interface ToolKind {
  /** Whether the installation can run such tools. */
  readonly isAvailable: boolean;
  /** The tool, by its settings. @throws Invalid keyed to the fields of `configuration` that are wrong. */
  prepare(settings: ToolSettings): PreparedTool;
}

/** A tool whose parameters are the fields of a class. */
export function prepared<P extends object>(
  parameters: MessageClass<P>,
  run: (given: P, terms: RunTerms) => Promise<ToolResults>,
): PreparedTool {
  const parser = parserOf(parameters);
  return {
    parameters: parametersOf(parameters),
    run: async (given, terms) => run(parser.parse(given), terms),
  };
}
