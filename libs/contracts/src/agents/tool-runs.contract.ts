import { contract, lasting, objects, page, rpc } from '../kit/contract.ts';
import {
  Integer,
  type JsonObject,
  Nested,
  OneOf,
  SomeObject,
  Timestamp,
  Uuid,
  Words,
} from '../kit/fields.ts';
import { REQUIRED, UNKNOWN } from '../kit/sentences.ts';
import { InProject, ProjectPage } from '../requests.ts';

/** A run that takes longer than this ends with an error. Milliseconds (decisions 7). */
export const TOOL_TIME_LIMIT_MS = 30_000;
/**
 * The deadline of a call that runs a tool: the run's time limit, and some time for what precedes and follows
 * it. Milliseconds.
 */
const DEADLINE_MS = TOOL_TIME_LIMIT_MS + 5_000;

/** How a run ended. */
export const RUN_STATUSES = ['success', 'error'] as const;
/** How one run ended. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The kinds of errors that end a run (decisions 7). */
export const TOOL_ERROR_TYPES = [
  'validation_error',
  'configuration_error',
  'execution_error',
  'timeout_error',
] as const;
/** A kind of error that ends a run. */
export type ToolErrorType = (typeof TOOL_ERROR_TYPES)[number];

const CODES: Readonly<Record<string, string>> = {
  [REQUIRED]: 'missing_parameter',
  [UNKNOWN]: 'unknown_parameter',
};

/**
 * The type and code of a run's error about what the caller sent, by its sentence; the same whichever check
 * found it.
 */
export function wrongParameter(sentence: string): {
  readonly error_type: ToolErrorType;
  readonly error_code: string;
} {
  return { error_type: 'validation_error', error_code: CODES[sentence] ?? 'invalid_parameter' };
}

/** Runs a tool. */
export class RunTool extends InProject {
  @Uuid()
  readonly tool_id!: string;

  @SomeObject({ default: {}, description: 'The values of the parameters, by their ids.' })
  readonly parameters!: JsonObject;
}

/** Who ran a tool. */
export class Runner {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;
}

/** A run of a tool: who ran it, with which parameters, and how long it took. */
export class ToolRun {
  @Uuid()
  readonly id!: string;

  @Nested(Runner)
  readonly run_by!: Runner;

  @SomeObject({ description: 'The values that were sent. Long texts are truncated.' })
  readonly input_parameters!: JsonObject;

  @OneOf(RUN_STATUSES)
  readonly status!: RunStatus;

  @Words({ nullable: true, description: 'Why the run failed.' })
  readonly error!: string | null;

  @Integer({ description: 'How many objects the run returned.' })
  readonly result_count!: number;

  @Integer({ description: 'In milliseconds.' })
  readonly duration_ms!: number;

  @Timestamp()
  readonly started_at!: string;
}

/** A page of the runs of a tool, newest first. */
export class ListToolRuns extends ProjectPage {
  @Uuid()
  readonly tool_id!: string;
}

/** Running tools (decisions 7). The errors of a run name their cause in `error_type` and `error_code`. */
export const toolRuns = contract('agents.tool-runs', {
  run: lasting(rpc(RunTool).by('view').returns(objects()), { ms: DEADLINE_MS }),
  list: rpc(ListToolRuns).by('admin').returns(page(ToolRun)),
});
