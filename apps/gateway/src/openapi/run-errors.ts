import { REQUIRED, TOOL_ERROR_TYPES } from '@pks/contracts';

const TEXT = { type: 'string', minLength: 1 };

/** The schema of the body of an error of a run (decisions 7). */
export const RUN_ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'error_type', 'error_code', 'status', 'message'],
  properties: {
    error: TEXT,
    error_type: {
      type: 'string',
      enum: TOOL_ERROR_TYPES,
    },
    error_code: { ...TEXT, description: 'What went wrong, such as `missing_parameter` or `time_limit`.' },
    status: { const: 'error' },
    message: TEXT,
  },
  additionalProperties: true,
};

const example = (message: string, error_type: string, error_code: string): object => ({
  error: message,
  error_type,
  error_code,
  status: 'error',
  message,
});

const EXAMPLES: Readonly<Record<number, object>> = {
  400: { ...example(REQUIRED, 'validation_error', 'missing_parameter'), query: [REQUIRED] },
  404: example('Not found.', 'execution_error', 'not_found'),
  504: example('The tool did not finish within 30 seconds.', 'timeout_error', 'time_limit'),
};

/** The content of an error with which a run may end, by its status. Refusals before a run, such as for an unknown tool, look as elsewhere. */
export const RUN_ERRORS: Readonly<Record<number, Record<string, unknown>>> = Object.fromEntries(
  Object.entries(EXAMPLES).map(([status, body]) => [
    status,
    { schema: { anyOf: ['RunError', 'Error'].map(reference) }, example: body },
  ]),
);

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}
