import { type ToolErrorType, wrongParameter } from '@pks/contracts';
import { Fault, type FaultData, type FaultKind } from '@pks/platform';
import { boundedText } from './bounded-text.ts';

/** A longer sentence is cut, because it may repeat the given parameters. Characters. */
const LONGEST_SENTENCE = 4_000;

interface ToolErrorNotes {
  readonly error_type: ToolErrorType;
  readonly error_code: string;
}

/** The fields of every error of a run. No parameter has such a name, because errors in parameters are keyed to their names. */
export const ERROR_FIELDS = ['error', 'error_type', 'error_code', 'status', 'message'] as const;

/** An error of a run, in the shape that clients of tools read. */
export class ToolError extends Fault {
  constructor(data: FaultData, notes: ToolErrorNotes) {
    super({ ...data, details: { ...data.details, ...notes, status: 'error', message: data.message } });
  }

  /** The tool cannot work with these parameters, for instance because of a syntax error: 400. */
  static of(error_code: string, sentence: string): ToolError {
    const message = boundedText(sentence, LONGEST_SENTENCE);
    return new ToolError({ kind: 'invalid', message }, { error_type: 'execution_error', error_code });
  }

  /** The installation cannot run such tools: 400. */
  static notConfigured(): ToolError {
    const message = 'This tool is not configured on this installation.';
    return new ToolError(
      { kind: 'invalid', message },
      { error_type: 'configuration_error', error_code: 'not_configured' },
    );
  }

  /** The run took too long: 504. */
  static timedOut(seconds: number): ToolError {
    const message = `The tool did not finish within ${seconds} seconds.`;
    return new ToolError(
      { kind: 'deadline_exceeded', message },
      { error_type: 'timeout_error', error_code: 'time_limit' },
    );
  }
}

const KNOWN: Partial<Record<FaultKind, ToolErrorNotes>> = {
  deadline_exceeded: { error_type: 'timeout_error', error_code: 'time_limit' },
  not_found: { error_type: 'execution_error', error_code: 'not_found' },
};

/** The error that ended a run, in the shape of tools' errors if they cover its kind; any other error is returned unchanged. */
export function asToolError(error: unknown): unknown {
  if (!(error instanceof Fault) || error instanceof ToolError) return error;
  const { data } = error;
  const notes = data.kind === 'invalid' ? wrongParameter(data.message) : KNOWN[data.kind];
  return notes ? new ToolError(data, notes) : error;
}
