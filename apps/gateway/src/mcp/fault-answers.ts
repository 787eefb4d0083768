import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Fault, type FaultData, Internal, ReplayedFault } from '@pks/platform/process';
import { errorBody } from '../http/error-body.ts';
import { STATUS, STATUS_HEADERS } from '../http/statuses.ts';

/** The fault with which an error is answered: an unexpected error is our defect, and the answer reveals nothing of it. */
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

/** The same for methods whose results cannot be errors by the protocol. */
export function protocolError({ data }: Fault): ProtocolError {
  const body = { ...errorBody(data), ...placeOf(data) };
  return new ProtocolError(CODES[data.kind] ?? REFUSED, data.message, body);
}

/** From JSON-RPC's range for servers: the request is understood, but not carried out. */
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
