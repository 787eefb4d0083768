import {
  type Server,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import type { IncomingHttpHeaders } from 'node:http';

/** The headers that the protocol reads. */
const READ = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** A message of a client, with the headers of its request. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly message: unknown;
}

/** Lets a server answer one message with JSON, by the rules of the message's protocol version. */
export async function exchange(server: Server, { headers, message }: Received): Promise<Response> {
  const request = new Request('http://mcp.invalid/', { method: 'POST', headers: readFrom(headers) });
  const received = { parsedBody: message };
  if (await isLegacyRequest(request, message)) return answerLegacy(server, request, received);
  return createMcpHandler(() => server, { legacy: 'reject' }).fetch(request, received);
}

/** Answers in the versions in which a client begins with `initialize`; there is no session, so each request still stands alone. */
async function answerLegacy(
  server: Server,
  request: Request,
  received: { readonly parsedBody: unknown },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, received);
  } finally {
    await server.close();
  }
}

function readFrom(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(READ.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
