import type { ApiClient } from '@pks/testing/black-box';
import type { McpTool } from '../../../src/mcp/tool.ts';
import type { Route } from '../../../src/routes/route.ts';
import { ask, post, toCall } from '../mcp.ts';

/** How a request ended: its status, and the API's error body if it failed. */
export interface Verdict {
  readonly status: number;
  readonly error?: string;
}

interface Message {
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly _meta?: { readonly status?: number };
    readonly resources?: readonly { readonly uri: string }[];
    readonly nextCursor?: string;
  };
  readonly error?: {
    readonly code: number;
    readonly data?: { readonly status?: number; readonly error?: string };
  };
}

const NOT_FOUND = -32_602;

/** The values that a path has for the parameters of a route. */
export function valuesIn(route: Route, path: string): Record<string, string> {
  const pattern = route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { ...new RegExp(`^${pattern}$`).exec(path)?.groups };
}

/** The arguments with which a tool makes the same call as a request with this path and body. */
export function argumentsOf({ route, notes }: McpTool, path: string, body: object): Record<string, unknown> {
  const said = route.bodyIs === undefined ? body : { [route.bodyIs]: body };
  const isArgument = ([name]: [string, unknown]): boolean => !notes.without?.includes(name);
  return { ...valuesIn(route, path), ...Object.fromEntries(Object.entries(said).filter(isArgument)) };
}

/** How a call of a tool ends for this client. */
export async function toolVerdict(
  client: ApiClient,
  { name, route }: McpTool,
  given: object,
): Promise<Verdict> {
  const { status, text, body } = await send(client, toCall(name, given));
  if (status !== 200) return { status, error: text };
  const { isError, content: [part] = [], _meta } = body.result ?? {};
  if (isError === undefined && part) return { status: route.status };
  return { status: _meta?.status ?? 0, error: part?.text ?? text };
}

/** How reading a resource ends for this client. */
export async function resourceVerdict(client: ApiClient, uri: string): Promise<Verdict> {
  const { status, text, body } = await send(client, ask('resources/read', { uri }));
  if (status !== 200) return { status, error: text };
  if (body.result) return { status };
  const { code, data } = body.error ?? {};
  if (code === NOT_FOUND) return { status: 404 };
  return { status: data?.status ?? 0, error: JSON.stringify({ error: data?.error }) };
}

/** Whether the list of resources, read to its last page, has this one; undefined if the client gets no list. */
export async function isListed(client: ApiClient, uri: string): Promise<boolean | undefined> {
  let cursor: string | undefined;
  do {
    const { body } = await send(client, ask('resources/list', cursor === undefined ? {} : { cursor }));
    if (!body.result?.resources) return undefined;
    if (body.result.resources.some((resource) => resource.uri === uri)) return true;
    cursor = body.result.nextCursor;
  } while (cursor !== undefined);
  return false;
}

function send(client: ApiClient, message: object) {
  return post<Message>(client.baseUrl, undefined, message, client.identity);
}
