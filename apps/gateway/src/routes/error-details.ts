import {
  DocumentStorage,
  type JsonSchema,
  REQUIRED,
  TOOL_ERROR_TYPES,
  type ToolErrorType,
  fieldsOf,
  valueSchema,
} from '@pks/contracts';

/** What the body of an error may have beside its sentence. */
export interface ErrorDetails {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly example: Readonly<Record<string, unknown>>;
}

/** The content of a version is based on another one than the head (decisions 3). */
export const NOT_THE_HEAD: ErrorDetails = {
  properties: {
    head_version_number: {
      type: 'integer',
      description: 'The number of the head, where that is not `base_version_number`.',
    },
  },
  example: { error: 'The head is version 2, not 1.', head_version_number: 2 },
};

/** The project may not store as much. */
export const NO_ROOM: ErrorDetails = {
  properties: Object.fromEntries(fieldsOf(DocumentStorage).map((field) => [field.name, valueSchema(field)])),
  example: {
    error: 'The project stores 9.9 GiB of 10 GiB. This upload needs 150 MiB more.',
    stored_bytes: 10_630_044_057,
    allowed_bytes: 10_737_418_240,
    stored_files: 1200,
    allowed_files: 1_000_000,
  },
};

/** An error that ended a run (decisions 7). */
function ofRun(error_type: ToolErrorType, error_code: string, message: string, fields = {}): ErrorDetails {
  return {
    properties: {
      error_type: {
        type: 'string',
        enum: TOOL_ERROR_TYPES,
        description: 'What kind of error ended the run.',
      },
      error_code: { type: 'string', description: 'Which error of that kind.' },
      status: { type: 'string', const: 'error' },
      message: { type: 'string', description: 'The sentence of `error` once more.' },
    },
    example: { error: message, ...fields, error_type, error_code, status: 'error', message },
  };
}

/** What ends runs, by its status. */
export const OF_RUN: Readonly<Record<number, ErrorDetails>> = {
  400: ofRun('validation_error', 'missing_parameter', REQUIRED, { query: [REQUIRED] }),
  404: ofRun('execution_error', 'not_found', 'Not found.'),
  504: ofRun('timeout_error', 'time_limit', 'The tool did not finish within 30 seconds.'),
};
