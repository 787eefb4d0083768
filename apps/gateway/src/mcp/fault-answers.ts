import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Fault, type FaultData, Internal, ReplayedFault } from '@pks/platform/process';
import { errorBody } from '../http/error-body.ts';
import { STATUS, STATUS_HEADERS } from '../http/statuses.ts';

/** The fault that an error is answered with: anything unexpected is a defect of ours, which says nothing about itself. */
export function asFault(error: unknown): Fault {
  return error instanceof Fault ? error : new Internal();
}

/** A tool's answer to a fault: the body of the API's answer as text, for the model to read. */
export function toolError(fault: Fault): CallToolResult {
  const { data } = fault;
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(errorBody(data)) }],
    _meta: { ...placeOf(data), ...(fault instanceof ReplayedFault ? { replayed: true } : {}) },
  };
}

/** The same where the protocol has no results that are errors. */
export function protocolError({ data }: Fault): ProtocolError {
  const body = { ...errorBody(data), ...placeOf(data) };
  return new ProtocolError(CODES[data.kind] ?? REFUSED, data.message, body);
}

/** Of JSON-RPC's range for servers: the request is understood, and not carried out. */
const REFUSED = -32_000;

const CODES: Partial<Record<FaultData['kind'], number>> = {
  invalid: ProtocolErrorCode.InvalidParams,
  not_found: ProtocolErrorCode.InvalidParams,
  internal: ProtocolErrorCode.InternalError,
};

function placeOf({ kind, retryAfter }: FaultData): Record<string, number> {
  const status = STATUS[kind];
  const seconds = retryAfter ?? STATUS_HEADERS[status]?.['retry-after'];
  return { status, ...(seconds === undefined ? {} : { retry_after: Number(seconds) }) };
}
