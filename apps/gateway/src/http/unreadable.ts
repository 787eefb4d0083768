import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Log, NotPossible } from '@pks/platform/process';
import { EVERY_ANSWER } from './every-answer.ts';
import { requestIdOf } from './request-id.ts';

interface Refusal {
  readonly status: string;
  readonly sentence: string;
  readonly headers?: readonly string[];
}

const NO_HTTP: Refusal = { status: '400 Bad Request', sentence: 'The request is not valid HTTP.' };

/** Also the sentence for a body whose rest does not arrive. */
export const TOO_LATE = 'The request took too long to arrive.';

const UNENCODED: Refusal = {
  status: '400 Bad Request',
  sentence: 'The address has characters that are not percent-encoded.',
};

const BY_CODE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: 'The address or the headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    sentence: TOO_LATE,
  },
};

/** The statuses of requests that cannot be parsed. */
export const UNREADABLE_STATUSES: readonly number[] = [NO_HTTP, ...Object.values(BY_CODE)].map(statusOf);

/** How much of an unreadable request is searched for its method or address. Bytes. */
const LONGEST_LINE = 16 * 1024;

const EXPECTATION = 'The expectation cannot be met; send the request without the Expect header.';

/** What node:http could not parse, with the bytes that it was parsing. */
interface Unreadable extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
}

/** Answers what cannot be parsed as a request. */
export function answerUnreadable(log: Log) {
  return (error: Unreadable, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const refusal = BY_CODE[error.code ?? ''] ?? unknownMethod(error) ?? unencoded(error) ?? NO_HTTP;
    refuse(log, socket, refusal, requestIdOf(undefined));
  };
}

/** The refusal of a request whose method is well-formed (RFC 9110, 9.1), but unknown to node:http. */
function unknownMethod({ code, rawPacket }: Unreadable): Refusal | undefined {
  if (code !== 'HPE_INVALID_METHOD' || !(rawPacket instanceof Buffer)) return undefined;
  const line = rawPacket.toString('latin1', 0, LONGEST_LINE);
  const method = /^([!#$%&'*+.^_`|~\w-]{1,64}) \/\S* HTTP\/1\.[01]\r?\n/.exec(line)?.[1];
  return method === undefined ? undefined : notAllowed(method);
}

/** The refusal of a request that is well-formed except for characters in its address, such as letters with accents. */
function unencoded({ code, rawPacket }: Unreadable): Refusal | undefined {
  if (code !== 'HPE_INVALID_URL' || !(rawPacket instanceof Buffer)) return undefined;
  const address = /^\S+ (\/[^ \r\n]*)/.exec(rawPacket.toString('latin1', 0, LONGEST_LINE))?.[1];
  return address !== undefined && /[^\x21-\x7e]/.test(address) ? UNENCODED : undefined;
}

/** The refusal of a method that no path has. */
function notAllowed(method: string): Refusal {
  return {
    status: '405 Method Not Allowed',
    sentence: `Method "${method}" not allowed.`,
    headers: ['Allow: DELETE, GET, HEAD, PATCH, POST'],
  };
}

/** Answers what node:http would answer without a body: an unknown expectation, and CONNECT. */
export function answerUnusual(server: Server, log: Log): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const id = requestIdOf(request.headers['x-request-id']);
    log.info({ request_id: id, status: 417 }, 'request refused');
    response
      .writeHead(417, {
        ...EVERY_ANSWER,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': id,
        connection: 'close',
      })
      .end(JSON.stringify({ error: EXPECTATION }));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    refuse(log, socket, notAllowed('CONNECT'), requestIdOf(request.headers['x-request-id']));
  });
}

/** The error of an HTTP/1.1 request without a Host header. */
export function missingHost(request: IncomingMessage): Error | undefined {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return undefined;
  return new NotPossible('The request has no Host header.');
}

function statusOf({ status }: Pick<Refusal, 'status'>): number {
  return Number(status.slice(0, 3));
}

function refuse(log: Log, socket: Socket, { status, sentence, headers = [] }: Refusal, id: string): void {
  log.info({ request_id: id, status: statusOf({ status }) }, 'request refused');
  const body = JSON.stringify({ error: sentence });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(EVERY_ANSWER).map(([name, value]) => `${name}: ${value}`),
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
