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
  /** The project that owns the tool; for an imported tool, not the one that offers it. */
  readonly ownerProjectId: string;
  readonly name: string;
  readonly description: string;
  readonly toolType: ToolType;
  readonly retrievalMode: RetrievalMode | null;
  readonly parameters: readonly ToolParameter[];
}

/** The bounds on a run that another tool starts, besides the tool's own. */
export interface RunWithin {
  readonly signal?: AbortSignal;
  readonly budget?: TokenBudget;
}

/** The tools of a project, run for one caller. */
export interface ProjectTools {
  list(): Promise<readonly OfferedTool[]>;
  /** Runs a tool and records the run. @throws Fault */
  run(id: string, parameters: JsonObject, within?: RunWithin): Promise<ToolResults>;
}

/** The terms under which a tool runs. */
export interface RunTerms {
  readonly projectId: string;
  /** The project that owns the tool, whose admins may change it; for an imported tool, not `projectId`. */
  readonly ownerProjectId: string;
  /** For whom it runs: it reads only what they may read. */
  readonly caller: Caller;
  /** Aborts when the run must end. */
  readonly signal: AbortSignal;
  /** How many tools this run is nested in: 0 when a user or an answer started it. */
  readonly depth: number;
  /** The tokens of language models that the run may use; by default, as many as the tool's configuration says. */
  readonly budget?: TokenBudget;
  readonly tools: ProjectTools;
  /** For work that has waited before it begins. @throws Forbidden if the caller may no longer view the project. */
  readonly assertMayView: () => Promise<void>;
}

/** A tool whose configuration is valid: ready to run. */
export interface PreparedTool {
  readonly parameters: readonly ToolParameter[];
  /** @throws Invalid for parameters that are missing, unknown or wrong; any other Fault. */
  run(parameters: JsonObject, terms: RunTerms): Promise<ToolResults>;
}

/** The settings from which a tool is prepared. */
export interface ToolSettings {
  readonly retrievalMode: RetrievalMode | null;
  readonly configuration: JsonObject;
}

/** One type of tool. */
export interface ToolKind {
  /** Whether the installation can run such tools. */
  readonly isAvailable: boolean;
  /** The tool with these settings. @throws Invalid keyed to the fields of `configuration` that are wrong. */
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
