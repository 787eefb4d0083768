import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { Answer } from '@pks/testing/black-box';
import { ApiClient } from '@pks/testing/black-box';

/** The protocol versions of the SDK's client: one with `initialize`, and one without. */
export const MODES = {
  'with a handshake': 'legacy',
  'without a handshake': { pin: '2026-07-28' },
} as const satisfies Record<string, VersionNegotiationMode>;

/** Connected clients, to be closed after a file's tests. */
const connected: Client[] = [];

/** The SDK's own client, connected over HTTP with a credential. */
export async function connectMcp(
  baseUrl: string,
  token: string | undefined,
  mode: VersionNegotiationMode = 'legacy',
  headers: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: 'specification', version: '1' }, { versionNegotiation: { mode } });
  const credential = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), {
    requestInit: { headers: { ...credential, ...headers } },
  });
  await client.connect(transport);
  connected.push(client);
  return client;
}

export async function closeMcp(): Promise<void> {
  await Promise.all(connected.splice(0).map((client) => client.close()));
}

/** The text of a tool's result, parsed, and whether it is an error. */
export interface Told<Body> {
  readonly isError: boolean;
  readonly body: Body;
  readonly meta: CallToolResult['_meta'];
}

/** Calls a tool, and parses its text as JSON. */
export async function callTool<Body = Record<string, unknown>>(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<Told<Body>> {
  const { content, isError = false, _meta } = await client.callTool({ name, arguments: given });
  const [part] = content;
  if (part?.type !== 'text' || content.length !== 1) throw new Error('A result is one text.');
  return { isError, body: JSON.parse(part.text) as Body, meta: _meta };
}

const ACCEPT = { accept: 'application/json, text/event-stream' };

/** Sends a body to `/mcp` exactly as given. */
export function post<Body = Record<string, unknown>>(
  baseUrl: string,
  token: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const client = new ApiClient(new URL(baseUrl).origin, token);
  return client.post<Body>('/mcp', body, { ...ACCEPT, ...headers });
}

/** A request message. */
export const ask = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

/** A message that calls a tool. */
export const toCall = (name: string, given: object): object => ask('tools/call', { name, arguments: given });
